package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.gateway.jobs.service.JobView;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * A gateway with all its workers and a client in one process, which may be told to die: started
 * again, it goes on with the same job, as a client does that has lost its gateway.
 */
final class ClientProcess {

  private static final PartName SALES = new PartName("transactions", "t.csv");

  private ClientProcess() {}

  /** Arguments: the state's folder, the file of sales, the receiver. */
  public static void main(String[] arguments) throws IOException {
    Path state = Path.of(arguments[0]);
    byte[] sales = Files.readAllBytes(Path.of(arguments[1]));
    JobRequest request =
        new JobRequest(
            null,
            List.of(new QueryChoice.BuiltIn("tpv-by-store")),
            null,
            BadRows.SKIP,
            MaxBadRows.UNLIMITED,
            false,
            URI.create(arguments[2]));
    try (Door door = new Door(state, Door.settings(1_000))) {
      UUID job = door.jobs().create(Door.CLIENT, request, "the-key").job().id();
      if (!door.view(job).state().isTerminal()) {
        send(door, job, sales);
        door.finished(job);
      }
      door.awaitForgotten(job);
      report(door, job, state.resolveSibling("report"));
    }
    System.exit(0); // whatever is left of an upload that was given up
  }

  private static void send(Door door, UUID job, byte[] sales) throws IOException {
    try {
      door.put(job, "stores/s.csv", "store_id,store_name\n1,Uno\n2,Due\n".getBytes(UTF_8));
      long offset = offset(door, job);
      if (offset == 0) {
        door.put(job, SALES.toString(), sales);
      } else {
        ByteArrayInputStream rest =
            new ByteArrayInputStream(sales, (int) offset, sales.length - (int) offset);
        door.jobs().patch(Door.CLIENT, job, SALES, offset, true, rest);
      }
      door.jobs().seal(Door.CLIENT, job);
    } catch (Refusal sealedBefore) {
      if (sealedBefore.kind() != Refusal.Kind.CONFLICT) {
        throw sealedBefore;
      }
    }
  }

  private static long offset(Door door, UUID job) {
    return door.view(job).parts().stream()
        .filter(part -> part.name().equals(SALES.name()))
        .mapToLong(JobView.PartView::offset)
        .findFirst()
        .orElse(0);
  }

  /** Each life of the gateway that recorded something has a file of the job's log. */
  private static List<String> files(Door door, UUID job) throws IOException {
    return door.files(job).stream()
        .map(file -> file.startsWith("events-") ? "log" : file)
        .distinct()
        .toList();
  }

  /** Everything that must be the same, whoever died; whose partitions moved depends on that. */
  private static void report(Door door, UUID job, Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append(door.view(job).state()).append('\n');
    text.append(door.jobs().jobs(Door.CLIENT, JobSearch.newest(10)).size()).append(" job\n");
    door.jobs().events(Door.CLIENT, job, 0).stream()
        .map(JobEvent::kind)
        .filter(kind -> !kind.equals("partition_moved"))
        .forEach(kind -> text.append(kind).append('\n'));
    text.append(files(door, job)).append('\n').append(door.results(job)).append('\n');
    text.append(Files.readString(door.jobs().rejects(Door.CLIENT, job)));
    Files.writeString(file, text);
  }
}
