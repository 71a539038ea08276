package dev.roastery.common.partition.poison;

import static dev.roastery.common.partition.Samples.JOB;
import static dev.roastery.common.partition.Samples.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.common.message.MessageCodec;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that could not be applied is kept for inspection. */
class QuarantineTest {

  private static final String PARTITION = "tally-0";

  private MemoryDisk disk = new MemoryDisk();

  @BeforeEach
  void aPartition() throws IOException {
    disk.createDirectory(PARTITION);
    disk.syncDirectory("");
  }

  private Quarantine quarantine() {
    return new Quarantine(disk, PARTITION);
  }

  @Test
  void whatIsPutAsideIsListedWithItsReasonAndItsBytesAlsoAfterAPowerLoss() throws IOException {
    byte[] message = bytes("line one\nline two\n");
    quarantine().put(message, "it threw:\n\tat line 7");

    disk = disk.afterPowerLoss(MemoryDisk.all());

    assertThat(quarantine().list())
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.reason()).isEqualTo("it threw: at line 7");
          assertThat(entry.message()).isEqualTo(message);
        });
  }

  @Test
  void theSameMessageIsKeptOnceAndWithItsFirstReason() throws IOException {
    quarantine().put(bytes("a"), "first");
    quarantine().put(bytes("a"), "second");

    assertThat(quarantine().list()).extracting(Quarantine.Entry::reason).containsExactly("first");
  }

  @Test
  void twoMessagesOfTheSameLengthAreBothKept() throws IOException {
    // A message ends with its own CRC: taken over all of it, that checksum is always the same.
    List<byte[]> messages =
        List.of(
            MessageCodec.encode(batch(JOB, "sales", 1, "3")),
            MessageCodec.encode(batch(JOB, "sales", 2, "3")));
    assertThat(messages.get(0)).hasSameSizeAs(messages.get(1));

    messages.forEach(message -> quarantine().put(message, "why"));

    assertThat(quarantine().list())
        .extracting(Quarantine.Entry::message)
        .containsExactlyInAnyOrderElementsOf(messages);
  }

  @Test
  void whatACrashLeftHalfWrittenIsNotListedAndDoesNotStandInTheWay() throws IOException {
    for (int call = 1; call <= 20; call++) {
      MemoryDisk trial = disk.afterKill();
      trial.dieAtCall(call);
      try {
        new Quarantine(trial, PARTITION).put(bytes("poison"), "why");
      } catch (MemoryDisk.Killed _) {
        assertThat(call).isLessThan(20);
      }
      MemoryDisk left = trial.afterKill();
      Quarantine next = new Quarantine(left, PARTITION);
      assertThat(next.list().size()).isLessThanOrEqualTo(1);
      next.put(bytes("poison"), "why");
      assertThat(next.list())
          .singleElement()
          .satisfies(entry -> assertThat(entry.message()).isEqualTo(bytes("poison")));
    }
  }

  @Test
  void aDroppedEntryIsGoneAlsoAfterAPowerLoss() throws IOException {
    quarantine().put(bytes("a"), "why");
    quarantine().put(bytes("b"), "why");

    quarantine().drop(quarantine().list().getFirst().name());

    disk = disk.afterPowerLoss(MemoryDisk.all());
    assertThat(quarantine().list()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "..", "../epoch-1", "a/b", "1f-2.tmp", "1F-2", "-1", "1f-"})
  void aNameThatIsNoEntrysIsRefusedAndNothingIsDeleted(String name) throws IOException {
    quarantine().put(bytes("a"), "why");

    assertThatThrownBy(() -> quarantine().drop(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no quarantine entry is called " + name);

    assertThat(quarantine().list()).hasSize(1);
  }

  /** As an object store may. */
  @Test
  void anEntryThatIsListedAfterItWasTakenOutIsLeftOut() throws IOException {
    quarantine().put(bytes("a"), "why");
    List<String> before = disk.list(PARTITION + "/quarantine");
    quarantine().drop(before.getFirst());
    Disk listsLate =
        (Disk)
            Proxy.newProxyInstance(
                Disk.class.getClassLoader(),
                new Class<?>[] {Disk.class},
                (_, method, arguments) -> {
                  try {
                    return method.getName().equals("list")
                        ? before
                        : method.invoke(disk, arguments);
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });

    assertThat(new Quarantine(listsLate, PARTITION).list()).isEmpty();
  }

  @Test
  void anEmptyQuarantineListsNothing() throws IOException {
    assertThat(quarantine().list()).isEmpty();
  }

  @Test
  void aDiskThatCannotKeepItEndsThePartition() {
    disk.failAtCall(1);
    assertThatThrownBy(() -> quarantine().put(bytes("a"), "why"))
        .isInstanceOf(Fatal.class)
        .hasMessageStartingWith("DISK_UNWRITABLE: tally-0/quarantine/");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
