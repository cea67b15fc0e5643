// Definitions of Java files as javac's own parser sees them: an independent count.
//
//   java Definitions.java < list of files, one path a line
//
// Prints JSON: {path: [[dotted name, line], …]}, or {path: "reason"} where javac does not accept a file.  Counted are classes,
// interfaces, enums, records, annotation types, methods and constructors.  A class without a name is called after what it extends
// with a dollar in front, the body of an enum's constant after the constant.

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

public class Definitions extends TreeScanner<Void, String> {
    private final SourcePositions positions;
    private final CompilationUnitTree unit;
    private final CharSequence text;
    private final LineMap lines;
    private final List<String> found = new ArrayList<>();
    private final Set<Tree> constants = new HashSet<>();

    Definitions(SourcePositions positions, CompilationUnitTree unit) throws IOException {
        this.positions = positions;
        this.unit = unit;
        this.text = unit.getSourceFile().getCharContent(true);
        this.lines = unit.getLineMap();
    }

    @Override
    public Void visitClass(ClassTree node, String scope) {
        String name = node.getSimpleName().toString();
        long keyword = named(keyword(node), after(node, node.getModifiers()));
        if (node.getKind() == Tree.Kind.ENUM) {
            node.getMembers().stream().filter(this::isConstant).forEach(constants::add);
        }
        return super.visitClass(node, add(scope, name, named(name, keyword)));
    }

    @Override
    public Void visitMethod(MethodTree node, String scope) {
        boolean constructs = node.getReturnType() == null;
        String name = constructs ? scope.substring(scope.lastIndexOf('.') + 1) : node.getName().toString();
        long from = after(node, node.getModifiers());
        for (Tree parameter : node.getTypeParameters()) {
            from = Math.max(from, end(parameter));
        }
        if (!constructs) {
            from = Math.max(from, end(node.getReturnType()));
        }
        return super.visitMethod(node, add(scope, name, named(name, from)));
    }

    @Override
    public Void visitVariable(VariableTree node, String scope) {
        String name = node.getName().toString();
        if (!constants.contains(node)) {
            return super.visitVariable(node, scope);
        }
        NewClassTree made = (NewClassTree) node.getInitializer();
        scan(made.getArguments(), scope);
        String inside = add(scope, name, named(name, after(node, node.getModifiers())));
        return scan(made.getClassBody().getMembers(), inside);
    }

    @Override
    public Void visitNewClass(NewClassTree node, String scope) {
        if (node.getClassBody() == null) {
            return super.visitNewClass(node, scope);
        }
        scan(node.getEnclosingExpression(), scope);
        scan(node.getArguments(), scope);
        String of = node.getIdentifier().toString().replaceAll("<.*", "").replaceAll("@\\w+(\\(.*?\\))?\\s*", "");
        String inside = add(scope, "$" + of.substring(of.lastIndexOf('.') + 1), start(node.getIdentifier()));
        return scan(node.getClassBody().getMembers(), inside);
    }

    /** Whether a member of an enum is a constant with a body: nothing is written as its type. */
    private boolean isConstant(Tree member) {
        return member instanceof VariableTree field
            && field.getInitializer() instanceof NewClassTree made
            && made.getClassBody() != null
            && end(field.getType()) <= start(field.getType());
    }

    private String add(String scope, String name, long at) {
        String path = scope.isEmpty() ? name : scope + "." + name;
        found.add("[" + quoted(path) + ", " + lines.getLineNumber(at) + "]");
        return path;
    }

    private static String keyword(ClassTree node) {
        return switch (node.getKind()) {
            case ENUM -> "enum";
            case INTERFACE, ANNOTATION_TYPE -> "interface";
            case RECORD -> "record";
            default -> "class";
        };
    }

    private long start(Tree node) {
        return positions.getStartPosition(unit, node);
    }

    private long end(Tree node) {
        return positions.getEndPosition(unit, node);
    }

    /** Where the modifiers of a definition end, or where it begins. */
    private long after(Tree node, Tree modifiers) {
        return Math.max(start(node), end(modifiers));
    }

    /** Where a word stands from a place on, outside comments. */
    private long named(String word, long from) {
        for (int at = (int) from; at < text.length(); at++) {
            if (starts("//", at)) {
                while (at < text.length() && text.charAt(at) != '\n') {
                    at++;
                }
            } else if (starts("/*", at)) {
                at += 2;
                while (!starts("*/", at)) {
                    at++;
                }
            } else if (starts(word, at) && !isPart(at - 1) && !isPart(at + word.length())) {
                return at;
            }
        }
        return from;
    }

    private boolean isPart(int at) {
        return at >= 0 && at < text.length() && Character.isJavaIdentifierPart(text.charAt(at));
    }

    private boolean starts(String word, int at) {
        return at + word.length() <= text.length() && word.contentEquals(text.subSequence(at, at + word.length()));
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", " ") + '"';
    }

    public static void main(String[] arguments) throws IOException {
        List<Path> paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            .lines().map(Path::of).collect(Collectors.toList());
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        StandardJavaFileManager manager = compiler.getStandardFileManager(said, Locale.ROOT, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(
            null, manager, said, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(paths));
        Map<String, String> counted = new TreeMap<>();
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            Definitions definitions = new Definitions(positions, unit);
            definitions.scan(unit, "");
            counted.put(unit.getSourceFile().getName(), "[" + String.join(", ", definitions.found) + "]");
        }
        for (Diagnostic<? extends JavaFileObject> one : said.getDiagnostics()) {
            if (one.getKind() == Diagnostic.Kind.ERROR && one.getSource() != null) {
                counted.put(one.getSource().getName(), quoted(one.getLineNumber() + ": " + one.getMessage(Locale.ROOT)));
            }
        }
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.println(counted.entrySet().stream()
            .map(entry -> quoted(entry.getKey()) + ": " + entry.getValue()).collect(Collectors.joining(",\n", "{", "}")));
        out.flush();
    }
}
