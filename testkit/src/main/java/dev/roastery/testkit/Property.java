package dev.roastery.testkit;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Checks a claim against many random cases: the same ones in every run, so that a build that passed
 * passes again. A case is made from its seed alone; the failure names the seed, and the command
 * that runs this one case.
 */
public final class Property {

  static final String SEED = "roastery.property.seed";

  private static final StackWalker CALLER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private Property() {}

  /** What must hold of every case; it throws when it does not. */
  @FunctionalInterface
  public interface Claim {
    void holdsFor(SplittableRandom random) throws Throwable;
  }

  /** Checks {@code cases} cases, or only that of the system property {@value SEED}. */
  public static void check(String name, int cases, Claim claim) {
    check(name, cases, claim, CALLER.getCallerClass(), Long.getLong(SEED));
  }

  static void check(String name, int cases, Claim claim, Class<?> test, @Nullable Long onlySeed) {
    if (onlySeed != null) {
      checkCase(name, onlySeed, claim, test);
      return;
    }
    SplittableRandom seeds = new SplittableRandom(name.hashCode());
    for (int i = 0; i < cases; i++) {
      checkCase(name, seeds.nextLong(), claim, test);
    }
  }

  private static void checkCase(String name, long seed, Claim claim, Class<?> test) {
    try {
      claim.holdsFor(new SplittableRandom(seed));
    } catch (Throwable failure) {
      throw new AssertionError(
          "%s: does not hold for the case of seed %d%nto run this case alone: %s%n%s"
              .formatted(name, seed, replay(test, seed), failure.getMessage()),
          failure);
    }
  }

  /** Packages are named after their subproject: dev.roastery.common.wire is in :common. */
  private static String replay(Class<?> test, long seed) {
    String name = test.getName().replaceFirst("[$].*", "");
    String project = name.replaceFirst("dev[.]roastery[.](\\w+)[.].*", "$1");
    return "./gradlew :%s:test --tests %s -D%s=%d".formatted(project, name, SEED, seed);
  }
}
