package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import dev.roastery.testkit.store.ObjectStoreContract;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;

/** The client keeps the contract, over a server that knows the API and nothing of signatures. */
class S3StoreOverFakeTest extends ObjectStoreContract {

  private final FakeS3 fake = FakeS3.over(new MemoryStore());
  private final S3Store store = TestStores.of(fake);

  S3StoreOverFakeTest() throws IOException {}

  @AfterEach
  void stop() throws IOException {
    store.close();
    fake.close();
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Override
  protected int largeBytes() {
    return 2 * TestStores.PART_BYTES;
  }
}
