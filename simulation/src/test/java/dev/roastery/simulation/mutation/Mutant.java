package dev.roastery.simulation.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The product with one safeguard taken out, by rewriting a method of a class as it is loaded: so
 * that no safeguard has a switch in the product itself.
 */
public final class Mutant extends ClassLoader {

  /** By class, in the order in which they are made. */
  private final Map<String, List<ClassTransform>> transforms;

  private final AtomicInteger changes;

  private Mutant(String target, ClassTransform transform, AtomicInteger changes) {
    this(Map.of(target, List.of(transform)), changes);
  }

  private Mutant(Map<String, List<ClassTransform>> transforms, AtomicInteger changes) {
    super(Mutant.class.getClassLoader());
    this.transforms = transforms;
    this.changes = changes;
  }

  /** With the changes of another one, too: in a class that both change, after this one's. */
  public Mutant and(Mutant other) {
    Map<String, List<ClassTransform>> all = new TreeMap<>(transforms);
    other.transforms.forEach((type, more) ->
        all.merge(
            type, more, (mine, others) -> Stream.concat(mine.stream(), others.stream()).toList()));
    return new Mutant(all, changes);
  }

  /** The method of that name, with the lambdas in it. */
  private static Predicate<MethodModel> in(String method) {
    return model -> {
      String name = model.methodName().stringValue();
      return method.isEmpty() || name.equals(method) || name.startsWith("lambda$" + method + "$");
    };
  }

  /** In this method, calls of {@code callee} do not happen; where they had a value, it is 0. */
  public static Mutant withoutCalls(String type, String method, String callee) {
    AtomicInteger changes = new AtomicInteger();
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            in(method),
            (code, element) -> {
              if (element instanceof InvokeInstruction call && call.name().equalsString(callee)) {
                changes.incrementAndGet();
                dropCall(code, call);
              } else {
                code.with(element);
              }
            }),
        changes);
  }

  /** As {@link #withoutCalls}, in all methods. */
  public static Mutant withoutCallsAnywhere(String type, String callee) {
    return withoutCalls(type, "", callee);
  }

  private static void dropCall(CodeBuilder code, InvokeInstruction call) {
    MethodTypeDesc type = call.typeSymbol();
    for (int i = type.parameterCount() - 1; i >= 0; i--) {
      pop(code, type.parameterType(i));
    }
    if (call.opcode() != Opcode.INVOKESTATIC) {
      code.pop();
    }
    zero(code, type.returnType());
  }

  private static void pop(CodeBuilder code, ClassDesc type) {
    if (TypeKind.from(type).slotSize() == 2) {
      code.pop2();
    } else {
      code.pop();
    }
  }

  private static void zero(CodeBuilder code, ClassDesc type) {
    switch (TypeKind.from(type)) {
      case VOID -> {}
      case LONG -> code.lconst_0();
      case REFERENCE -> code.aconst_null();
      default -> code.iconst_0();
    }
  }

  /** This method does nothing, and its value is this number (or nothing, or null). */
  public static Mutant returning(String type, String method, int value) {
    AtomicInteger changes = new AtomicInteger();
    return new Mutant(
        type,
        ClassTransform.transformingMethods(
            in(method),
            (builder, element) -> {
              if (element instanceof CodeModel code) {
                changes.incrementAndGet();
                MethodTypeDesc of = code.parent().orElseThrow().methodTypeSymbol();
                builder.withCode(body -> answer(body, of.returnType(), value));
              } else {
                builder.with(element);
              }
            }),
        changes);
  }

  private static void answer(CodeBuilder body, ClassDesc type, int value) {
    switch (TypeKind.from(type)) {
      case VOID -> body.return_();
      case LONG -> body.loadConstant((long) value).lreturn();
      case REFERENCE -> body.aconst_null().areturn();
      default -> body.loadConstant(value).ireturn();
    }
  }

  /** Calls of {@code callee} in this method go to a static method of {@link Sabotage} instead. */
  public static Mutant redirecting(String type, String method, String callee, String sabotage) {
    AtomicInteger changes = new AtomicInteger();
    ClassDesc to = ClassDesc.of("dev.roastery.simulation.mutation.Sabotage");
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            in(method),
            (code, element) -> {
              if (element instanceof InvokeInstruction call && call.name().equalsString(callee)) {
                changes.incrementAndGet();
                MethodTypeDesc signature = call.typeSymbol();
                if (call.opcode() != Opcode.INVOKESTATIC) {
                  signature = signature.insertParameterTypes(0, call.owner().asSymbol());
                }
                code.invokestatic(to, sabotage, signature);
              } else {
                code.with(element);
              }
            }),
        changes);
  }

  /** This method begins with a call of a static method of {@code sabotage}, with its object. */
  public static Mutant beginning(String type, String method, String sabotageType, String sabotage) {
    AtomicInteger changes = new AtomicInteger();
    ClassDesc of = ClassDesc.of(type);
    MethodTypeDesc signature = MethodTypeDesc.of(ConstantDescs.CD_void, of);
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            model -> model.methodName().equalsString(method),
            new CodeTransform() {
              @Override
              public void atStart(CodeBuilder code) {
                changes.incrementAndGet();
                code.aload(0).invokestatic(ClassDesc.of(sabotageType), sabotage, signature);
              }

              @Override
              public void accept(CodeBuilder code, CodeElement element) {
                code.with(element);
              }
            }),
        changes);
  }

  /** Whole numbers that this method compares are equal. */
  public static Mutant takingForEqual(String type, String method) {
    AtomicInteger changes = new AtomicInteger();
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            in(method),
            (code, element) -> {
              switch (element) {
                case BranchInstruction branch when branch.opcode() == Opcode.IF_ICMPNE -> {
                  changes.incrementAndGet();
                  code.pop2();
                }
                case BranchInstruction branch when branch.opcode() == Opcode.IF_ICMPEQ -> {
                  changes.incrementAndGet();
                  code.pop2().goto_(branch.target());
                }
                default -> code.with(element);
              }
            }),
        changes);
  }

  /** How many places were changed: a mutation that finds nothing to change is no mutation. */
  public int changes() {
    return changes.get();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null && name.startsWith("dev.roastery.")) {
        byte[] bytes = bytes(name);
        loaded = defineClass(name, bytes, 0, bytes.length);
      }
      return loaded == null ? super.loadClass(name, resolve) : loaded;
    }
  }

  private byte[] bytes(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] changed = in.readAllBytes();
      for (ClassTransform transform : transforms.getOrDefault(name, List.of())) {
        ClassModel model = ClassFile.of().parse(changed);
        changed = ClassFile.of().transformClass(model, transform);
      }
      return changed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
