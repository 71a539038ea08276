package dev.roastery.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.s3.S3Store;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The name of the bucket in the host's, as AWS has it: src/test/hosts knows where that is. */
class VirtualHostTest {

  @Test
  void aBucketIsAHost(@TempDir Path folder) throws IOException {
    ObjectName name = new ObjectName("a/ä b");
    try (BucketServer server = BucketServer.start(folder, 0);
        S3Store byHost = TestBuckets.clientByVirtualHost(server);
        S3Store byPath = TestBuckets.client(server)) {
      Content large = Content.of(new byte[TestBuckets.PART_BYTES + 1]);
      assertThat(byHost.create(name, large)).isEqualTo(new Creation.Created());
      assertThat(byHost.create(name, large)).isEqualTo(new Creation.ExistsAlready());
      assertThat(byHost.list(""))
          .containsExactly(new ListedObject(name, TestBuckets.PART_BYTES + 1));

      byHost.put(new ObjectName("some/prefix/b"), Content.of("b".getBytes(UTF_8)));
      assertThat(byPath.get(new ObjectName("b"))).contains("b".getBytes(UTF_8));
      byHost.delete(name);
      assertThat(byHost.get(name)).isEmpty();
    }
  }
}
