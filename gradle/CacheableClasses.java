import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Rewrites the classes of jars, so that the JVM can keep all that a start needs in its AOT cache. They
 * do what they did. JDK 25 keeps no class in the format of Java 5 (picocli), nor any that extends one,
 * and does not keep what it makes for a switch over types, nor for the equals and hashCode of a record:
 * it would load and verify, or make, hundreds of classes at each start.
 *
 * <p>Run by the build, over all jars at once: {@code java CacheableClasses.java JAR…}.
 */
class CacheableClasses {

  private static final int WITH_STACK_MAPS = ClassFile.JAVA_8_VERSION;
  private static final int HELPER =
      ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  public static void main(String[] arguments) throws IOException {
    URL[] jars = new URL[arguments.length];
    for (int i = 0; i < jars.length; i++) {
      jars[i] = Path.of(arguments[i]).toUri().toURL();
    }
    try (URLClassLoader classes = new URLClassLoader(jars)) {
      ClassFile format =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
      for (String jar : arguments) {
        rewrite(Path.of(jar), format);
      }
    }
  }

  private static void rewrite(Path jar, ClassFile format) throws IOException {
    Path rewritten = Path.of(jar + ".new");
    try (JarFile in = new JarFile(jar.toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(rewritten))) {
      for (JarEntry entry : Collections.list(in.entries())) {
        byte[] bytes = in.getInputStream(entry).readAllBytes();
        JarEntry copy = new JarEntry(entry.getName());
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(entry.getName().endsWith(".class") ? rewritten(format, bytes) : bytes);
        out.closeEntry();
      }
    }
    Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] rewritten(ClassFile format, byte[] bytes) {
    ClassModel model = format.parse(bytes);
    if (model.majorVersion() < WITH_STACK_MAPS) {
      return format.transformClass(model, new Newer().andThen(everyMethod((b, e) -> b.with(e))));
    }
    if (!makesAnything(model)) {
      return bytes;
    }
    Helpers helpers = new Helpers(model);
    return format.transformClass(model, everyMethod(helpers).andThen(helpers.added()));
  }

  private static boolean makesAnything(ClassModel model) {
    return model.findAttribute(Attributes.bootstrapMethods()).stream()
        .flatMap(all -> all.bootstrapMethods().stream())
        .map(each -> each.bootstrapMethod().asSymbol().owner().displayName())
        .anyMatch(List.of("SwitchBootstraps", "ObjectMethods")::contains);
  }

  /** Code that nothing touches is copied as it is, without stack maps. */
  private static ClassTransform everyMethod(CodeTransform code) {
    return ClassTransform.transformingMethodBodies(code);
  }

  private static final class Newer implements ClassTransform {
    @Override
    public void accept(ClassBuilder builder, ClassElement element) {
      if (element instanceof ClassFileVersion) {
        builder.withVersion(WITH_STACK_MAPS, 0);
      } else {
        builder.with(element);
      }
    }
  }

  /** Puts calls of methods of the same class in place of what the JVM would make when it starts. */
  private static final class Helpers implements CodeTransform {

    private final ClassModel model;
    final List<Consumer<ClassBuilder>> methods = new ArrayList<>();

    Helpers(ClassModel model) {
      this.model = model;
    }

    ClassTransform added() {
      return ClassTransform.endHandler(builder -> methods.forEach(each -> each.accept(builder)));
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      Consumer<CodeBuilder> body =
          element instanceof InvokeDynamicInstruction made ? body(made) : null;
      if (body == null) {
        code.with(element);
        return;
      }
      InvokeDynamicInstruction made = (InvokeDynamicInstruction) element;
      String name = made.name().stringValue() + "$made$" + methods.size();
      MethodTypeDesc type = made.typeSymbol();
      methods.add(builder -> builder.withMethodBody(name, type, HELPER, body));
      boolean isInterface = model.flags().has(java.lang.reflect.AccessFlag.INTERFACE);
      code.invokestatic(model.thisClass().asSymbol(), name, type, isInterface);
    }

    /** What a helper does; null where the JVM is to make it after all. */
    private static Consumer<CodeBuilder> body(InvokeDynamicInstruction made) {
      DirectMethodHandleDesc by = made.bootstrapMethod();
      List<ConstantDesc> given = made.bootstrapArgs();
      return switch (by.owner().displayName() + "." + made.name().stringValue()) {
        case "SwitchBootstraps.typeSwitch" ->
            given.stream().allMatch(ClassDesc.class::isInstance)
                ? code -> firstOf(code, given)
                : null;
        case "ObjectMethods.equals" ->
            hasFractions(given) ? null : code -> equal(code, given);
        case "ObjectMethods.hashCode" ->
            hasFractions(given) ? null : code -> hash(code, given);
        default -> null;
      };
    }

    /** The number of the first type, from a number on, that a value has; -1 for null. */
    private static void firstOf(CodeBuilder code, List<ConstantDesc> types) {
      Label present = code.newLabel();
      code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
      for (int number = 0; number < types.size(); number++) {
        Label next = code.newLabel();
        code.iload(1).loadConstant(number).if_icmpgt(next);
        code.aload(0).instanceOf((ClassDesc) types.get(number)).ifeq(next);
        code.loadConstant(number).ireturn().labelBinding(next);
      }
      code.loadConstant(types.size()).ireturn();
    }

    private static List<DirectMethodHandleDesc> fields(List<ConstantDesc> given) {
      return given.stream()
          .filter(DirectMethodHandleDesc.class::isInstance)
          .map(DirectMethodHandleDesc.class::cast)
          .toList();
    }

    private static ClassDesc type(DirectMethodHandleDesc field) {
      return field.invocationType().returnType();
    }

    private static boolean hasFractions(List<ConstantDesc> given) {
      return fields(given).stream().anyMatch(field -> "FD".contains(type(field).descriptorString()));
    }

    private static void equal(CodeBuilder code, List<ConstantDesc> given) {
      ClassDesc self = (ClassDesc) given.getFirst();
      Label differs = code.newLabel();
      code.aload(1).instanceOf(self).ifeq(differs);
      code.aload(1).checkcast(self).astore(2);
      for (DirectMethodHandleDesc field : fields(given)) {
        code.aload(0).getfield(self, field.methodName(), type(field));
        code.aload(2).getfield(self, field.methodName(), type(field));
        switch (type(field).descriptorString()) {
          case "J" -> code.lcmp().ifne(differs);
          case "Z", "B", "S", "C", "I" -> code.if_icmpne(differs);
          default -> code.invokestatic(OBJECTS, "equals", EQUALS).ifeq(differs);
        }
      }
      code.iconst_1().ireturn().labelBinding(differs).iconst_0().ireturn();
    }

    private static final MethodTypeDesc EQUALS =
        MethodTypeDesc.of(
            ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
    private static final MethodTypeDesc HASH =
        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object);

    /** The same number as ever: that of each field, added to 31 times that of those before. */
    private static void hash(CodeBuilder code, List<ConstantDesc> given) {
      ClassDesc self = (ClassDesc) given.getFirst();
      code.iconst_0();
      for (DirectMethodHandleDesc field : fields(given)) {
        code.loadConstant(31).imul();
        code.aload(0).getfield(self, field.methodName(), type(field));
        switch (type(field).descriptorString()) {
          case "J" -> code.invokestatic(ConstantDescs.CD_Long, "hashCode", of(ConstantDescs.CD_long));
          case "Z" ->
              code.invokestatic(ConstantDescs.CD_Boolean, "hashCode", of(ConstantDescs.CD_boolean));
          case "B", "S", "C", "I" -> {}
          default -> code.invokestatic(OBJECTS, "hashCode", HASH);
        }
        code.iadd();
      }
      code.ireturn();
    }

    private static MethodTypeDesc of(ClassDesc primitive) {
      return MethodTypeDesc.of(ConstantDescs.CD_int, primitive);
    }
  }
}
