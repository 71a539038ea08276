package dev.roastery.bucket;

import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.s3.S3Store;
import dev.roastery.testkit.store.ObjectStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Our client and a real server keep the contract, signatures included. */
class BucketContractTest extends ObjectStoreContract {

  private final BucketServer server;
  private final S3Store store;

  BucketContractTest(@TempDir Path folder) throws IOException {
    this.server = BucketServer.start(folder, 0);
    this.store = TestBuckets.client(server);
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    server.close();
  }

  @Override
  protected ObjectStore store() {
    return store;
  }

  @Override
  protected int largeBytes() {
    return TestBuckets.PART_BYTES;
  }
}
