package dev.roastery.common.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashPointsTest {

  @TempDir Path directory;

  private int halts;

  @Test
  void itHaltsOnceAtTheNthPassingOfItsPoint() {
    CrashPoints crash = armed("APPENDED_BEFORE_FORCE:3");
    crash.reached(CrashPoint.ACKED);
    crash.reached(CrashPoint.APPENDED_BEFORE_FORCE);
    crash.reached(CrashPoint.APPENDED_BEFORE_FORCE);
    assertThat(halts).isZero();
    assertThat(marker()).doesNotExist();

    crash.reached(CrashPoint.APPENDED_BEFORE_FORCE);

    assertThat(halts).isEqualTo(1);
    assertThat(marker()).exists();
    crash.reached(CrashPoint.APPENDED_BEFORE_FORCE);
    assertThat(halts).isEqualTo(1);
  }

  @Test
  void whereTheMarkerIsThereAlreadyNothingIsHalted() throws Exception {
    Files.createFile(marker());
    CrashPoints crash = armed("ACKED");

    crash.reached(CrashPoint.ACKED);

    assertThat(halts).isZero();
    assertThat(crash.isArmed(CrashPoint.ACKED)).isFalse();
  }

  @Test
  void onlyOneOfTwoProcessesWithTheSameMarkerIsHalted() {
    CrashPoints one = armed("ACKED");
    CrashPoints other = armed("ACKED");

    one.reached(CrashPoint.ACKED);
    other.reached(CrashPoint.ACKED);

    assertThat(halts).isEqualTo(1);
  }

  @Test
  void theOriginalNamesMeanTheSamePointsInAnyCase() {
    assertThat(CrashPoint.named("CRASH_BEFORE_PROCESS")).isEqualTo(CrashPoint.BEFORE_PROCESS);
    assertThat(CrashPoint.named("before_process")).isEqualTo(CrashPoint.BEFORE_PROCESS);
    assertThat(CrashPoint.named("crash_after_end_processed")).isEqualTo(CrashPoint.END_PROCESSED);
    assertThat(CrashPoint.named("CRASH_AFTER_APPLY_BEFORE_PUBLISH"))
        .isEqualTo(CrashPoint.AFTER_APPLY_BEFORE_PUBLISH);
    for (CrashPoint point : CrashPoint.values()) {
      assertThat(CrashPoint.named(point.name())).isEqualTo(point);
    }
  }

  @Test
  void afterTwoChunksMeansTheSecondChunk() {
    CrashPoints crash = armed("crash_after_two_chunks");

    crash.reached(CrashPoint.AFTER_CHUNK);
    assertThat(halts).isZero();
    crash.reached(CrashPoint.AFTER_CHUNK);
    assertThat(halts).isEqualTo(1);
  }

  @Test
  void anUnknownNameIsRefusedWithAllTheNames() {
    assertThatThrownBy(() -> armed("TEA_TIME:2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'TEA_TIME'")
        .hasMessageContaining("WITHIN_APPEND, ")
        .hasMessageContaining("BEFORE_PROCESS = CRASH_BEFORE_PROCESS");
  }

  @Test
  void aCountThatIsNoNumberFromOneIsRefused() {
    for (String asked : new String[] {"ACKED:", "ACKED:0", "ACKED:-1", "ACKED:two"}) {
      assertThatThrownBy(() -> armed(asked)).hasMessageContaining("must be at least 1");
    }
  }

  @Test
  void unsetItCostsNothingAndDoesNothing() {
    for (String asked : new String[] {null, "", "  "}) {
      CrashPoints crash = CrashPoints.fromEnvironment(asked, marker());
      crash.reached(CrashPoint.ACKED);
      assertThat(crash.isArmed(CrashPoint.ACKED)).isFalse();
    }
    assertThat(marker()).doesNotExist();
  }

  @Test
  void aRealProcessIsHaltedWithoutItsShutdownHooks() throws Exception {
    assertThat(runOther()).isEqualTo("hooked=false exit=137");
    assertThat(marker()).exists();
    assertThat(runOther()).isEqualTo("hooked=true exit=0");
  }

  private String runOther() throws Exception {
    Path hooked = directory.resolve("hooked");
    Files.deleteIfExists(hooked);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                marker().toString(),
                hooked.toString())
            .inheritIO()
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return "hooked=" + Files.exists(hooked) + " exit=" + process.exitValue();
  }

  /** A process that passes a crash point. */
  static final class Other {
    public static void main(String[] arguments) {
      Path hooked = Path.of(arguments[1]);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> hooked.toFile().mkdir()));
      CrashPoints.fromEnvironment("ACKED", Path.of(arguments[0])).reached(CrashPoint.ACKED);
    }
  }

  private CrashPoints armed(String asked) {
    return OneShotCrash.parse(asked, marker(), () -> halts++);
  }

  private Path marker() {
    return directory.resolve("crashed");
  }
}
