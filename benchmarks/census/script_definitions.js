// Definitions of JavaScript and TypeScript files as the TypeScript compiler's parser sees them: an independent count.
//
//   node script_definitions.js <folder of the package "typescript"> <folder with sources>  < list of relative paths
//
// Prints JSON: {path: [[name, line, kind], …]}, lines 1-based.  Counted is what carries a name of its own or is given one:
// declarations, members of classes and object literals, functions and classes given to a variable, a property, a field,
// `exports` or as the default export.
"use strict";
const fs = require("fs");
const path = require("path");
const ts = require(path.resolve(process.argv[2]));
const root = process.argv[3];
const K = ts.SyntaxKind;

const inner = (node) => {
  while (node && (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node)
    || ts.isTypeAssertionExpression(node) || (ts.isSatisfiesExpression && ts.isSatisfiesExpression(node)))) node = node.expression;
  return node;
};
const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node));
const text = (name) => {
  if (!name) return "";
  if (ts.isComputedPropertyName(name)) {
    const within = name.expression;
    return ts.isStringLiteralLike(within) ? within.text : name.getText();
  }
  return ts.isStringLiteralLike(name) ? name.text : name.getText();
};

function definitions(file) {
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(root, file), "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const seen = new Set();
  const add = (name, node, kind, marked) => {
    if (seen.has(marked || node)) return;
    seen.add(marked || node);
    found.push([name, source.getLineAndCharacterOfPosition(node.getStart()).line + 1, kind]);
  };
  // the line of the keyword, not that of the first decorator
  const declared = (name, node, kind) => {
    const modifiers = (node.modifiers || []).filter((one) => !ts.isDecorator(one));
    const at = modifiers.length ? modifiers[0] : node.name && !ts.isClassLike(node) && !ts.isFunctionDeclaration(node)
      && !ts.isInterfaceDeclaration(node) && !ts.isEnumDeclaration(node) && !ts.isModuleDeclaration(node) ? node.name : node;
    const keyword = ts.isClassLike(node) && !modifiers.length
      ? node.getChildren().find((one) => one.kind === K.ClassKeyword) || at : at;
    add(name, keyword, kind, node);
  };
  const todo = [source];
  while (todo.length) {
    const node = todo.pop();
    switch (node.kind) {
      case K.FunctionDeclaration: declared(text(node.name) || "default", node, "function"); break;
      case K.ClassDeclaration: declared(text(node.name) || "default", node, "class"); break;
      case K.InterfaceDeclaration: declared(text(node.name), node, "interface"); break;
      case K.EnumDeclaration: declared(text(node.name), node, "enum"); break;
      case K.TypeAliasDeclaration: declared(text(node.name), node, "type"); break;
      case K.ModuleDeclaration:
        if (!ts.isModuleDeclaration(node.parent)) declared(text(node.name), node, "namespace");
        break;
      case K.MethodDeclaration: declared(text(node.name), node, "method"); break;
      case K.MethodSignature: if (ts.isInterfaceDeclaration(node.parent)) declared(text(node.name), node, "method"); break;
      case K.GetAccessor: case K.SetAccessor: declared(text(node.name), node, "accessor"); break;
      case K.Constructor: add("constructor", node, "method", node); break;
      case K.VariableDeclaration: case K.PropertyAssignment: case K.PropertyDeclaration: {
        const value = inner(node.initializer);
        if (isFunction(value) && !(node.name.kind === K.ObjectBindingPattern)) add(text(node.name), node.name, "function", value);
        break;
      }
      case K.BinaryExpression: {
        const value = inner(node.right);
        if (node.operatorToken.kind === K.EqualsToken && isFunction(value) && ts.isPropertyAccessExpression(node.left)) {
          const whole = /^(module\.)?exports$/.test(node.left.getText()) && value.name;
          add(text(whole || node.left.name), node.left, "function", value);
        }
        break;
      }
      case K.ExportAssignment: {
        const value = inner(node.expression);
        if (isFunction(value)) add(text(value.name) || "default", node, "function", value);
        break;
      }
      case K.FunctionExpression: case K.ClassExpression:
        if (node.name) add(text(node.name), node, "function", node);
        break;
    }
    const below = [];
    ts.forEachChild(node, (child) => { below.push(child); });
    for (let at = below.length - 1; at >= 0; at--) todo.push(below[at]);
  }
  return found;
}

const result = {};
for (const file of fs.readFileSync(0, "utf8").split("\n").filter(Boolean)) result[file] = definitions(file);
process.stdout.write(JSON.stringify(result));
