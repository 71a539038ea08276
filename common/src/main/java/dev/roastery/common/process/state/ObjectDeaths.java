package dev.roastery.common.process.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * An object for each death, for an object does not grow. They are found by a list: one that comes
 * late delays the quarantine by a death, and nothing else.
 */
record ObjectDeaths(PatientStore store) implements DeathRecord {

  @Override
  public List<String> of(PartitionName partition) throws IOException {
    List<String> lines = new ArrayList<>();
    for (ListedObject object : store.list(where(partition))) {
      store.get(object.name()).ifPresent(line -> lines.add(new String(line, UTF_8).strip()));
    }
    return lines;
  }

  @Override
  public void add(PartitionName partition, String line) throws IOException {
    ObjectName name = new ObjectName(where(partition) + UUID.randomUUID());
    store.put(name, Content.of((line + "\n").getBytes(UTF_8)));
  }

  @Override
  public void forget(PartitionName partition) throws IOException {
    for (ListedObject object : store.list(where(partition))) {
      store.delete(object.name());
    }
  }

  @Override
  public String where(PartitionName partition) {
    return "deaths/" + partition + "/";
  }
}
