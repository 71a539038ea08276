package dev.roastery.simulation.mutation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The product with one safeguard taken out, by rewriting one method of one class as it is loaded:
 * so that no safeguard has a switch in the product itself.
 */
final class Mutant extends ClassLoader {

  private final String target;
  private final ClassTransform transform;
  private final AtomicInteger changes;

  private Mutant(String target, ClassTransform transform, AtomicInteger changes) {
    super(Mutant.class.getClassLoader());
    this.target = target;
    this.transform = transform;
    this.changes = changes;
  }

  /** In this method, calls of {@code callee} do not happen; where they had a value, it is 0. */
  static Mutant withoutCalls(String type, String method, String callee) {
    AtomicInteger changes = new AtomicInteger();
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            model -> model.methodName().equalsString(method),
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
  static Mutant returning(String type, String method, int value) {
    AtomicInteger changes = new AtomicInteger();
    return new Mutant(
        type,
        ClassTransform.transformingMethods(
            model -> model.methodName().equalsString(method),
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
  static Mutant redirecting(String type, String method, String callee, String sabotage) {
    AtomicInteger changes = new AtomicInteger();
    ClassDesc to = ClassDesc.of("dev.roastery.simulation.mutation.Sabotage");
    return new Mutant(
        type,
        ClassTransform.transformingMethodBodies(
            model -> model.methodName().equalsString(method),
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

  /** How many places were changed: a mutation that finds nothing to change is no mutation. */
  int changes() {
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
      byte[] original = in.readAllBytes();
      if (!name.equals(target)) {
        return original;
      }
      ClassModel model = ClassFile.of().parse(original);
      return ClassFile.of().transformClass(model, transform);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
