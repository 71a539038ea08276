package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.journal.MemoryDisk;
import dev.roastery.testkit.workflow.WorkflowTrial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example in docs/workflow.md, line by line, and what it promises. */
class WorkflowDocTest {

  private final List<String> done = new ArrayList<>();

  private Step doing(String what) {
    return context -> {
      done.add(what);
      return context.input().equals("poor") && what.equals("charge")
          ? Outcome.error("insufficient_funds", "")
          : Outcome.completed();
    };
  }

  private Workflow example() {
    return Workflow.named("booking")
        .node(
            named("reserve_flight", doing("reserve_flight"))
                .compensatedBy(named("cancel_flight", doing("cancel_flight"))))
        .node(named("HELD", Step.awaiting(Duration.ofDays(7), "approve", "refuse")))
        .node(
            named("charge", doing("charge"))
                .retrying(Retry.standard().attempts(9))
                .within(Duration.ofSeconds(20)))
        .edge("reserve_flight", "HELD")
        .edge("HELD", When.value("approve"), "charge")
        .edge("HELD", "EXPIRED")
        .edge("charge", When.error("insufficient_funds"), "REFUSED")
        .edge("charge", "BOOKED")
        .success("BOOKED")
        .failure("FAILED")
        .failure("EXPIRED")
        .failure("REFUSED")
        .cancelled("CANCELLED")
        .build();
  }

  @Test
  void itGoesWhereItSays() {
    WorkflowTrial trial = new WorkflowTrial(new MemoryDisk()).having(example());
    trial.start("rich", "booking", "rich").start("poor", "booking", "poor");
    trial.start("idle", "booking", "").start("gone", "booking", "").cancel("gone", "");
    trial.signal("rich", "approve", "Bo").signal("poor", "approve", "Bo");

    trial.awaitEnd("rich", "BOOKED").awaitEnd("poor", "REFUSED");
    trial.awaitEnd("idle", "EXPIRED").awaitEnd("gone", "CANCELLED");

    assertThat(done).filteredOn("cancel_flight"::equals).hasSize(3);
  }

  @Test
  void itsEdgesAreThoseOfTheDocument() throws IOException {
    String text =
        Files.readString(Path.of(System.getProperty("roastery.root"), "docs/workflow.md"));
    assertThat(text)
        .contains(".edge(\"reserve_flight\", \"HELD\")")
        .contains(".edge(\"HELD\", When.value(\"approve\"), \"charge\")")
        .contains(".edge(\"HELD\", \"EXPIRED\")")
        .contains(".edge(\"charge\", When.error(\"insufficient_funds\"), \"REFUSED\")")
        .contains("Step.awaiting(Duration.ofDays(7), \"approve\", \"refuse\")");
  }
}
