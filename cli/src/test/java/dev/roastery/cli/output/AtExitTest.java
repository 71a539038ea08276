package dev.roastery.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtExitTest {

  @TempDir private Path folder;

  private final AtExit atExit = new AtExit();
  private final List<String> done = new ArrayList<>();

  @Test
  void theNewestIsDoneFirstAndWhatIsForgottenNot() {
    Runnable forgotten = () -> done.add("forgotten");
    atExit.add(() -> done.add("first"));
    atExit.add(forgotten);
    atExit.add(() -> done.add("last"));
    atExit.forget(forgotten);
    atExit.end();

    assertThat(done).containsExactly("last", "first");
  }

  @Test
  void whatIsBeingMadeIsMadeWhollyBeforeTheEnd() throws Exception {
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    Thread command =
        Thread.ofPlatform()
            .daemon()
            .start(() ->
                make(() -> {
                  begun.countDown();
                  awaitLatch(goOn);
                  Path made = Files.createFile(folder.resolve("made"));
                  atExit.add(() -> delete(made));
                  return made;
                }));
    begun.await();
    Thread end = Thread.ofPlatform().daemon().start(atExit::end);
    await().until(() -> end.getState() == Thread.State.WAITING);
    goOn.countDown();
    end.join();
    command.join();

    assertThat(folder.resolve("made")).doesNotExist();
  }

  @Test
  void fromThenOnNothingIsMadeAndNoErrorTold() {
    atExit.end();
    Thread making =
        Thread.ofPlatform()
            .daemon()
            .start(() -> make(() -> Files.createFile(folder.resolve("made"))));
    Thread telling =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              atExit.waitIfEnding();
              done.add("told");
            });
    await().until(() -> making.getState() == Thread.State.WAITING);
    await().until(() -> telling.getState() == Thread.State.WAITING);

    assertThat(folder).isEmptyDirectory();
    assertThat(done).isEmpty();
  }

  private void make(AtExit.Making<Path> making) {
    try {
      atExit.making(making);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
