// Definitions of Kotlin files as the parser of Kotlin's own compiler sees them: an independent count.
//
//   java -cp lib/kotlin-compiler.jar:… KotlinDefinitions.java < list of files, one path a line
//
// Prints JSON: {path: [[dotted name, line], …]}, or {path: "reason"} where the compiler's parser finds an error.  Counted are
// classes, interfaces, objects, companions, constants of an enum with a body, type aliases, functions with a name, secondary
// constructors and the bodies of properties.  A function or property that is added to a type has the type in front of its name; an
// object without a name is called after what it extends with a dollar in front.

import com.intellij.openapi.Disposable;
import com.intellij.openapi.util.Disposer;
import com.intellij.psi.PsiElement;
import com.intellij.psi.PsiErrorElement;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jetbrains.kotlin.cli.FrontendConfigurationKeysKt;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.KtClassOrObject;
import org.jetbrains.kotlin.psi.KtEnumEntry;
import org.jetbrains.kotlin.psi.KtFile;
import org.jetbrains.kotlin.psi.KtNamedFunction;
import org.jetbrains.kotlin.psi.KtNullableType;
import org.jetbrains.kotlin.psi.KtObjectDeclaration;
import org.jetbrains.kotlin.psi.KtPropertyAccessor;
import org.jetbrains.kotlin.psi.KtPsiFactory;
import org.jetbrains.kotlin.psi.KtSecondaryConstructor;
import org.jetbrains.kotlin.psi.KtSuperTypeListEntry;
import org.jetbrains.kotlin.psi.KtTypeAlias;
import org.jetbrains.kotlin.psi.KtTypeElement;
import org.jetbrains.kotlin.psi.KtTypeReference;
import org.jetbrains.kotlin.psi.KtUserType;

public class KotlinDefinitions {
    private final String text;
    private final List<String> found = new ArrayList<>();
    private String error = "";

    KotlinDefinitions(String text) {
        this.text = text;
    }

    private void walk(PsiElement node, String scope) {
        if (node instanceof PsiErrorElement wrong && error.isEmpty()) {
            error = line(wrong.getTextOffset()) + ": " + wrong.getErrorDescription();
        }
        String inside = defined(node, scope);
        for (PsiElement child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            walk(child, inside);
        }
    }

    /** Adds what a node defines; the scope of what it holds. */
    private String defined(PsiElement node, String scope) {
        if (node instanceof KtEnumEntry constant) {
            return constant.getBody() == null ? scope : add(scope, constant.getNameIdentifier());
        }
        if (node instanceof KtObjectDeclaration object && object.getNameIdentifier() == null) {
            String name = object.isCompanion() ? "Companion" : "$" + base(object);
            return add(scope, name, object.getObjectKeyword().getTextOffset());
        }
        if (node instanceof KtClassOrObject type) {
            return add(scope, type.getNameIdentifier());
        }
        if (node instanceof KtTypeAlias alias) {
            return add(scope, alias.getNameIdentifier());
        }
        if (node instanceof KtSecondaryConstructor constructor) {
            String of = scope.substring(scope.lastIndexOf('.') + 1);
            return add(scope, of, constructor.getConstructorKeyword().getTextOffset());
        }
        if (node instanceof KtNamedFunction function && function.getNameIdentifier() != null) {
            return add(path(scope, receiver(function.getReceiverTypeReference())), function.getNameIdentifier());
        }
        if (node instanceof KtPropertyAccessor accessor && accessor.hasBody()) {
            String of = path(scope, receiver(accessor.getProperty().getReceiverTypeReference()));
            return add(of, accessor.getProperty().getNameIdentifier().getText(), accessor.getNamePlaceholder().getTextOffset());
        }
        return scope;
    }

    private String add(String scope, PsiElement name) {
        return name == null ? scope : add(scope, name.getText(), name.getTextOffset());
    }

    private String add(String scope, String name, int at) {
        found.add("[" + quoted(path(scope, name)) + ", " + line(at) + "]");
        return path(scope, name);
    }

    private static String path(String scope, String name) {
        return scope.isEmpty() ? name : name.isEmpty() ? scope : scope + "." + name;
    }

    private static String base(KtObjectDeclaration object) {
        for (KtSuperTypeListEntry entry : object.getSuperTypeListEntries()) {
            String name = receiver(entry.getTypeReference());
            return name.substring(name.lastIndexOf('.') + 1);
        }
        return "object";
    }

    /** The dotted name of a type, empty for one that has none. */
    private static String receiver(KtTypeReference reference) {
        KtTypeElement type = reference == null ? null : reference.getTypeElement();
        while (type instanceof KtNullableType nullable) {
            type = nullable.getInnerType();
        }
        String name = "";
        for (KtUserType part = type instanceof KtUserType user ? user : null; part != null; part = part.getQualifier()) {
            name = path(part.getReferencedName(), name);
        }
        return name;
    }

    private long line(int at) {
        return text.substring(0, at).chars().filter(one -> one == '\n').count() + 1;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String counted(KtPsiFactory factory, Path path) {
        try {
            String text = Files.readString(path).replace("\r\n", "\n");
            KtFile file = factory.createFile(path.getFileName().toString(), text);
            KotlinDefinitions definitions = new KotlinDefinitions(text);
            definitions.walk(file, "");
            return definitions.error.isEmpty() ? "[" + String.join(", ", definitions.found) + "]" : quoted(definitions.error);
        } catch (IOException unreadable) {
            return quoted(unreadable.toString());
        }
    }

    public static void main(String[] arguments) {
        Disposable life = Disposer.newDisposable();
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        FrontendConfigurationKeysKt.setExtensionsStorage(configuration, new CompilerPluginRegistrar.ExtensionStorage());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
            life, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        KtPsiFactory factory = new KtPsiFactory(environment.getProject(), false);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.println(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines().map(Path::of)
            .map(path -> quoted(path.toString()) + ": " + counted(factory, path)).collect(Collectors.joining(",\n", "{", "}")));
        out.flush();
        Disposer.dispose(life);
    }
}
