package dev.roastery.common.partition;

import dev.roastery.common.barrier.Barrier;
import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.share.Share;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The least stage there can be: adds up numbers by stream. Its plan is its gates, {@code
 * main=left,right;other=names}; at a gate it sends the sums of the gate's streams, one batch each,
 * and END. A batch {@code echo 5} is also answered by itself.
 */
public final class TallyStage implements Stage {

  public static final String NEXT = "roastery.next-0";
  public static final String ECHO = "roastery.echo-0";

  /** Runs before each batch is added: what tests let go wrong, or record. */
  public Consumer<Batch> before = _ -> {};

  /** Runs before each gate is passed. */
  Consumer<Gate> beforeGate = _ -> {};

  /** Whether a gate's outputs go out in a piece for each message; this runs before each. */
  public @Nullable Consumer<JobId> beforePiece;

  /** Whose each job is. */
  Function<JobId, Share> shares = _ -> Share.OF_A_JOB;

  /** Runs before a job's state is saved. */
  public Consumer<JobId> beforeSave = _ -> {};

  /** Runs before a job's state is restored. */
  public Consumer<JobId> beforeRestore = _ -> {};

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    if (plan.equals("impossible")) {
      throw new JobFailure("the plan is impossible");
    }
    List<Gate> gates =
        Arrays.stream(plan.split(";")).filter(gate -> !gate.isEmpty()).map(this::gate).toList();
    return new Tally(job, gates);
  }

  private Gate gate(String text) {
    String[] parts = text.split("=", 2);
    return new Gate(parts[0], List.of(parts[1].split(",")));
  }

  @Override
  public List<Outbound> told(Message message) {
    return List.of(new Outbound("roastery.client", message));
  }

  private final class Tally implements StageJob {
    private final JobId job;
    private final List<Gate> gates;
    private final Map<String, Long> sums = new TreeMap<>();

    Tally(JobId job, List<Gate> gates) {
      this.job = job;
      this.gates = gates;
    }

    @Override
    public Share share() {
      return shares.apply(job);
    }

    @Override
    public List<Gate> gates() {
      return gates;
    }

    @Override
    public void apply(Batch batch, Outputs out) {
      before.accept(batch);
      String text = new String(batch.rows(), StandardCharsets.UTF_8);
      if (text.equals("wrong table")) {
        throw new JobFailure(batch.id() + " is of a table that the job does not have");
      }
      if (text.startsWith("echo ")) {
        BatchId id = new BatchId(job, "echo", batch.id().sender(), batch.id().seq());
        out.derived(new Outbound(ECHO, new Batch(id, batch.rows())));
      }
      long number = Long.parseLong(text.substring(text.indexOf(' ') + 1));
      sums.merge(batch.id().stream(), number, Math::addExact);
    }

    @Override
    public void pass(Gate gate, Barrier inputs, Outputs out) {
      beforeGate.accept(gate);
      for (String stream : gate.streams()) {
        piece(
            out,
            () -> {
              String row = stream + "=" + sums.getOrDefault(stream, 0L);
              out.batch(NEXT, gate.name(), row.getBytes(StandardCharsets.UTF_8));
            });
      }
      piece(out, () -> out.end(NEXT, gate.name(), 1));
    }

    private void piece(Outputs out, Runnable piece) {
      Consumer<JobId> before = beforePiece;
      if (before == null) {
        piece.run();
      } else {
        out.later(() -> {
          before.accept(job);
          piece.run();
        });
      }
    }

    @Override
    public byte[] save() {
      beforeSave.accept(job);
      StringBuilder text = new StringBuilder();
      sums.forEach((stream, sum) -> text.append(stream).append('=').append(sum).append('\n'));
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void restore(byte[] saved) {
      beforeRestore.accept(job);
      for (String line : new String(saved, StandardCharsets.UTF_8).lines().toList()) {
        String[] parts = line.split("=", 2);
        sums.put(parts[0], Long.parseLong(parts[1]));
      }
    }
  }
}
