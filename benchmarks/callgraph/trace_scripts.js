// Records which function of a JavaScript or TypeScript project calls which, while the project's own tests run.
//
//   node trace_scripts.js instrument <folder of the package "typescript"> <copy of the project> <folder inside>…
//   (run the project's tests with this file loaded first: NODE_OPTIONS="--require …/trace_scripts.js", jest: --setupFiles;
//    TRACE_OUT names the file that the pairs are appended to)
//   node trace_scripts.js collect <copy of the project> <TRACE_OUT>  > truth.json
//
// Instrumenting rewrites the files of the copy in place, every line where it was: each function says that it was entered, each
// call says, as the last thing before it happens, which function makes it.  A pair counts where the frame under the entered
// function is one of the calling file, perhaps with frames of built-in functions between; calls that libraries make, getters and
// setters do not.  `functions` are [path, line, end line, name] ("" = anonymous), `calls` pairs of places in that list; a place
// -1 - n stands for the module level of paths[n].  Pairs whose callee has no name are only counted, as `unnamed`.
"use strict";
const fs = require("fs");
const path = require("path");

function runtime() {
  const out = process.env.TRACE_OUT;
  const root = process.env.TRACE_ROOT;
  const seen = new Set();
  const tries = new Map();
  let pending = "";
  const none = [];
  const frames = () => { // those under the entered function: this one, `real`, `record` and itself are left out
    const kept = [Error.prepareStackTrace, Error.stackTraceLimit];
    Error.prepareStackTrace = (_, list) => list;
    Error.stackTraceLimit = 8;
    const list = new Error().stack;
    [Error.prepareStackTrace, Error.stackTraceLimit] = kept;
    return Array.isArray(list) ? list.slice(4) : [];
  };
  const real = (caller) => {
    const file = path.join(root, caller.split(":")[0]);
    for (const frame of frames()) {
      const name = frame.getFileName();
      if (!name || name === "<anonymous>" || frame.isNative()) continue;
      return name.replace(/^file:\/\//, "").split("?")[0] === file;
    }
    return false;
  };
  const record = (callee) => {
    const caller = pending;
    pending = "";
    if (!caller) return;
    const key = `${caller} ${callee}`;
    if (seen.has(key)) return;
    const tried = tries.get(key) || 0;
    if (tried > 20) return;
    tries.set(key, tried + 1);
    if (!real(caller)) return;
    seen.add(key);
    fs.appendFileSync(out, `${key}\n`);
  };
  return { c: (id) => { pending = id; return none; }, e: record, g: () => { pending = ""; } };
}

function instrument(ts, root, folders) {
  const K = ts.SyntaxKind;
  const files = [];
  const walk = (folder) => {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") walk(name);
      else if (/\.(ts|tsx|js|mjs|cjs)$/.test(name) && !name.endsWith(".d.ts")) files.push(name);
    }
  };
  folders.forEach(walk);
  const functions = [];
  for (const file of files) {
    const text = fs.readFileSync(path.join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const inserts = [];
    const line = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
    const nameOf = (node) => {
      if (node.kind === K.Constructor) return "constructor";
      let parent = node.parent;
      if (node.name) return ts.isStringLiteralLike(node.name) ? node.name.text : node.name.getText();
      while (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent)) parent = parent.parent;
      if ((ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) && parent.name) {
        return ts.isStringLiteralLike(parent.name) ? parent.name.text : parent.name.getText();
      }
      if (ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)) return parent.left.name.getText();
      return "";
    };
    const todo = [[source, `${file}:module`]];
    while (todo.length) {
      const [node, owner] = todo.pop();
      let inside = owner;
      if (ts.isFunctionLike(node) && node.body) {
        const accessor = ts.isAccessor(node);
        const start = node.name && !ts.isArrowFunction(node) ? node.name.getStart() : node.getStart();
        inside = `${file}:${functions.length}`;
        functions.push([file, line(start), line(node.getEnd()), nameOf(node)]);
        const enter = `__trace.${accessor ? "g" : "e"}("${inside}")`;
        if (ts.isBlock(node.body)) {
          let at = node.body.getStart() + 1;
          for (const statement of node.body.statements) {
            if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) break;
            at = statement.getEnd();
          }
          inserts.push([at, `;${enter};`]);
        } else {
          inserts.push([node.body.getStart(), `(${enter}, `]);
          inserts.push([node.body.getEnd(), ")"]);
        }
      }
      if ((ts.isCallExpression(node) || (ts.isNewExpression(node) && node.arguments)) && node.expression.kind !== K.ImportKeyword) {
        const called = node.expression.getText();
        if (!/^(require|vi\.(mock|hoisted|unmock|doMock)|jest\.(mock|unmock)|import\.meta\b.*)$/.test(called)) {
          const comma = node.arguments.length && !node.arguments.hasTrailingComma ? ", " : "";
          inserts.push([node.getEnd() - 1, `${comma}...__trace.c("${owner}")`]);
        }
      }
      const below = [];
      ts.forEachChild(node, (child) => { below.push(child); });
      for (let at = below.length - 1; at >= 0; at--) todo.push([below[at], ts.isDecorator(below[at]) ? owner : inside]);
    }
    let made = text;
    // of several at one place the outer function's closing bracket comes last
    inserts.map((one, order) => [one[0], order, one[1]]).sort((a, b) => b[0] - a[0] || (a[2] === ")" && b[2] === ")" ? b[1] - a[1] : a[1] - b[1]))
      .forEach(([at, , what]) => { made = made.slice(0, at) + what + made.slice(at); });
    if (!made.startsWith("#!")) fs.writeFileSync(path.join(root, file), made);
  }
  fs.writeFileSync(path.join(root, "trace-functions.json"), JSON.stringify({ files, functions }));
}

function collect(root, out) {
  const { functions } = JSON.parse(fs.readFileSync(path.join(root, "trace-functions.json"), "utf8"));
  const paths = [];
  const used = new Map();
  const kept = [];
  const place = (id) => {
    const at = id.lastIndexOf(":");
    const [file, number] = [id.slice(0, at), id.slice(at + 1)];
    if (number === "module") {
      if (!paths.includes(file)) paths.push(file);
      return -1 - paths.indexOf(file);
    }
    if (!used.has(number)) { used.set(number, kept.length); kept.push(functions[Number(number)]); }
    return used.get(number);
  };
  const pairs = [...new Set(fs.readFileSync(out, "utf8").split("\n").filter(Boolean))].sort();
  const named = pairs.filter((pair) => functions[Number(pair.slice(pair.lastIndexOf(":") + 1))][3]);
  const calls = named.map((pair) => pair.split(" ").map(place));
  process.stdout.write(JSON.stringify({ paths, functions: kept, calls, unnamed: pairs.length - named.length }));
}

function refuse(why) {
  process.stderr.write(`trace_scripts.js: ${why}; how it is called stands at the head of the file\n`);
  process.exit(2);
}

function command(mode, ...given) {
  const wanted = { instrument: 3, collect: 2 }[mode];
  if (!wanted) refuse("the first argument is instrument or collect");
  if (given.length < wanted) refuse(`${mode} takes ${wanted} arguments`);
  const absent = given.slice(0, 2).find((one) => !fs.existsSync(one));
  if (absent !== undefined) refuse(`there is no ${JSON.stringify(absent)}`);
  if (mode === "collect") collect(given[0], given[1]);
  else instrument(require(path.resolve(given[0])), path.resolve(given[1]), given.slice(2));
}

if (require.main === module) command(...process.argv.slice(2));
else if (!globalThis.__trace) globalThis.__trace = runtime();
