package dev.roastery.common.storage.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.testkit.store.ObjectStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder keeps the contract, also for several who have it open. */
class FileStoreTest extends ObjectStoreContract {

  private final Path folder;
  private final FileStore store;

  FileStoreTest(@TempDir Path folder) throws IOException {
    this.folder = folder.resolve("store");
    this.store = new FileStore(this.folder);
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  private static Content content(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  private static ObjectName name(String text) {
    return new ObjectName(text);
  }

  @Test
  void anObjectIsAFileAndNothingElseIsLeft() throws IOException {
    store.create(name("a/b"), content("body"));
    store.create(name("a/b"), content("other"));
    store.put(name("a/c"), content("put"));
    assertThat(Files.readString(folder.resolve("a/b"))).isEqualTo("body");
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()))
          .containsExactlyInAnyOrder("a/b", "a/c");
    }
  }

  @Test
  void anotherProcessOnTheSameFolderIsRefused() throws IOException {
    FileStore other = new FileStore(folder);
    assertThat(store.create(name("claim"), content("mine"))).isEqualTo(new Creation.Created());
    assertThat(other.create(name("claim"), content("other")))
        .isEqualTo(new Creation.ExistsAlready());
    assertThat(other.get(name("claim"))).contains("mine".getBytes(UTF_8));
  }

  /** What a process that was killed has left is not an object. */
  @Test
  void whatWasNotFinishedIsNotListed() throws IOException {
    Files.writeString(folder.resolve(".unfinished/0123"), "half");
    store.put(name("a"), content("whole"));
    assertThat(store.list("")).containsExactly(new ListedObject(name("a"), 5));
  }

  @Test
  void aWriteThatFailsIsNoCreate() throws IOException {
    Files.delete(folder.resolve(".unfinished"));
    assertThat(store.create(name("a"), content("x"))).isInstanceOf(Creation.Unknown.class);
    assertThatThrownBy(() -> store.put(name("a"), content("x")))
        .isInstanceOf(StoreAwayException.class)
        .hasMessageContaining("does not exist");
    assertThat(store.get(name("a"))).isEmpty();
  }

  @Test
  void aNameBelowAnotherIsRefused() throws IOException {
    store.put(name("a"), content("x"));
    assertThatThrownBy(() -> store.put(name("a/b"), content("y")))
        .isInstanceOf(StoreException.class);
    assertThat(store.get(name("a/b"))).isEmpty();
    assertThat(store.list("")).hasSize(1);
  }

  @Test
  void aFileIsContent(@TempDir Path other) throws IOException {
    Path file = Files.writeString(other.resolve("file"), "from a file");
    store.create(name("a"), Content.of(file));
    assertThat(store.get(name("a"))).contains("from a file".getBytes(UTF_8));
    assertThat(List.of(other.toFile().list())).containsExactly("file");
  }
}
