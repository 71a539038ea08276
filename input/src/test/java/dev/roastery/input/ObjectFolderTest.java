package dev.roastery.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.input.source.ObjectFolder;
import dev.roastery.testkit.store.MemoryStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects are found and read by the rules of files, each in one version. */
class ObjectFolderTest {

  private static final String ADDRESS = "s3://shop/exports";

  private final MemoryStore store = new MemoryStore();

  @BeforeEach
  void setUp() {
    put("orders/b.csv", "id\n2\n");
    put("orders/a.csv", "id\n1\n");
  }

  private void put(String name, String text) {
    store.put(new ObjectName(name), Content.of(text.getBytes(UTF_8)));
  }

  private Dataset find(String... ignore) throws IOException {
    ObjectFolder folder = ObjectFolder.list(store, ADDRESS);
    return Dataset.find(folder, List.of("orders"), List.of("orders", "other"), List.of(ignore));
  }

  @Test
  void partsAreNamedByTheirAddressesInOrder() throws IOException {
    put("orders-2024.csv.gz", "x");
    assertThat(find().of("orders"))
        .extracting(Dataset.Part::name)
        .containsExactly(
            ADDRESS + "/orders/a.csv", ADDRESS + "/orders/b.csv", ADDRESS + "/orders-2024.csv.gz");
    assertThat(find().bytes()).isEqualTo(11);
  }

  @Test
  void whatIsNoPartIsAnErrorUnlessItIsToBeIgnored() throws IOException {
    put("orders/2024/deep.csv", "id\n");
    assertThatThrownBy(this::find)
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining(
            ADDRESS + " has files of table orders that cannot be read: orders/2024/");
    assertThat(find("orders/2024").of("orders")).hasSize(2);
    assertThatThrownBy(() -> find("orders/*"))
        .hasMessageContaining(ADDRESS + " has no part of table orders")
        .hasMessageContaining("found orders/");
  }

  @Test
  void anObjectThatIsAFolderTooIsToldOf() {
    put("orders/a.csv/x", "id\n");
    assertThatThrownBy(this::find).hasMessageContaining("cannot be read: orders/a.csv;");
  }

  @Test
  void anotherVersionHasAnotherNumber() throws IOException {
    long before = find().of("orders").getFirst().version();
    assertThat(find().of("orders").getFirst().version()).isEqualTo(before);
    put("orders/a.csv", "id\n7\n");
    assertThat(find().of("orders").getFirst().version()).isNotEqualTo(before);
  }

  @Test
  void allBytesComeInOrderAndFromAnyPlace() throws IOException {
    byte[] bytes = new byte[(9 << 20) + 5];
    new Random(1).nextBytes(bytes);
    store.put(new ObjectName("orders/a.csv"), Content.of(bytes));
    Dataset.Part part = find().of("orders").getFirst();
    assertThat(part.bytes()).isEqualTo(bytes.length);
    assertThat(part.source().start()).isEqualTo(Arrays.copyOf(bytes, 4));
    try (InputStream in = part.source().stream();
        InputStream head = part.source().head(1000)) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
      assertThat(head.readNBytes(2500)).isEqualTo(Arrays.copyOf(bytes, 2500));
    }
    try (PartBytes places = part.source().open()) {
      Random chance = new Random(2);
      byte[] some = new byte[300];
      for (int i = 0; i < 50; i++) {
        int at = chance.nextInt(bytes.length - some.length);
        int read = places.read(at, some, 0, some.length);
        assertThat(read).isPositive();
        assertThat(Arrays.copyOf(some, read)).isEqualTo(Arrays.copyOfRange(bytes, at, at + read));
      }
    }
  }

  @Test
  void anotherVersionOrNoneIsNotRead() throws IOException {
    List<Dataset.Part> parts = find().of("orders");
    put("orders/a.csv", "id\n7\n");
    store.delete(new ObjectName("orders/b.csv"));
    for (Dataset.Part part : parts) {
      assertThatThrownBy(() -> part.source().stream().readAllBytes())
          .isInstanceOf(JobFailure.class)
          .hasMessageContaining(part.name() + " was replaced or deleted while it was read");
    }
  }
}
