package dev.roastery.common.storage.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.storage.object.SettledCreate.Settled;
import dev.roastery.testkit.store.MemoryStore;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A create of unknown outcome is repeated with the same bytes, and only the bytes tell. */
class SettledCreateTest {

  private static final ObjectName NAME = new ObjectName("claim");
  private static final byte[] MINE = "mine".getBytes(UTF_8);
  private static final byte[] OTHERS = "others".getBytes(UTF_8);

  /** What becomes of a create whose answer is lost. */
  private enum Lost {
    DONE,
    NOT_DONE
  }

  /** The answers of the first creates are lost. */
  private static final class Losing extends MemoryStore {

    private final Lost lost;
    private int left;
    private int creates;

    Losing(Lost lost, int left) {
      this.lost = lost;
      this.left = left;
    }

    @Override
    public Creation create(ObjectName name, Content content) {
      creates++;
      if (left-- > 0) {
        if (lost == Lost.DONE) {
          super.create(name, content);
        }
        return new Creation.Unknown("the answer is lost");
      }
      return super.create(name, content);
    }
  }

  private static SettledCreate over(ObjectStore store) {
    return new SettledCreate(store, 3, Backoff.doubling(0, 1), new Random(1));
  }

  @Test
  void whoseCreateWasDoneAndNotToldFindsHisBytes() throws StoreException {
    Losing store = new Losing(Lost.DONE, 1);
    assertThat(over(store).create(NAME, MINE)).isEqualTo(new Settled.Mine());
    assertThat(store.creates).isEqualTo(2);
  }

  @Test
  void whoseCreateWasNotDoneCreates() throws StoreException {
    Losing store = new Losing(Lost.NOT_DONE, 2);
    assertThat(over(store).create(NAME, MINE)).isEqualTo(new Settled.Mine());
    assertThat(store.get(NAME)).contains(MINE);
    assertThat(store.creates).isEqualTo(3);
  }

  @Test
  void anothersObjectIsRead() throws StoreException {
    Losing store = new Losing(Lost.NOT_DONE, 1);
    store.put(NAME, Content.of(OTHERS));
    assertThat(over(store).create(NAME, MINE))
        .isInstanceOfSatisfying(
            Settled.Others.class, others -> assertThat(others.bytes()).isEqualTo(OTHERS));
  }

  @Test
  void afterAllTriesNothingIsKnown() {
    Losing store = new Losing(Lost.DONE, 99);
    assertThatThrownBy(() -> over(store).create(NAME, MINE))
        .isInstanceOf(StoreAwayException.class)
        .hasMessage("it is unknown whether claim was created, after 3 tries: the answer is lost");
    assertThat(store.creates).isEqualTo(3);
  }
}
