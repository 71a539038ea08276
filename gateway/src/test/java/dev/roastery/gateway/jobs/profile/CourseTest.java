package dev.roastery.gateway.jobs.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobProfile.PartTime;
import dev.roastery.gateway.jobs.service.JobProfile.Takeover;
import dev.roastery.gateway.jobs.service.JobProfile.Wait;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CourseTest {

  private static final String STALL = "aggregator-1 waits for 3 batches of sales";

  private final List<Recorded<JobFact>> facts = new ArrayList<>();

  private void happens(long second, JobFact fact) {
    facts.add(new Recorded<>(facts.size() + 1, second * 1_000, fact));
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }

  @Test
  void aPartLastsFromItsFirstByteToItsLastConfirmation() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.PartStarted("sales", "a", 0, false));
    happens(3, new JobFact.PartStarted("sales", "b", 1, false));
    happens(4, new JobFact.PartStarted("sales", "gone", 2, false));
    happens(5, new JobFact.PartDeleted("sales", "gone", 2));
    happens(6, new JobFact.PartCompleted("sales", "a", 900, 3, 0, 0, 70, 0));

    assertThat(Course.of(facts, false).parts())
        .containsExactly(
            new PartTime("sales", "a", at(2), at(6), 70, 900, 3),
            new PartTime("sales", "b", at(3), null, 0, 0, 0));
  }

  @Test
  void waitsBeginAndEndAndTheEndOfTheJobEndsThem() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.Sealed(1));
    happens(5, new JobFact.Approved());
    happens(6, new JobFact.Running());
    happens(7, new JobFact.Stalled(STALL));
    happens(9, new JobFact.Moving(STALL));
    happens(10, new JobFact.Stalled("no joiner is running: start one"));
    assertThat(Course.of(facts, true).waits())
        .containsExactly(
            new Wait(null, "approval", at(2), at(5)),
            new Wait("aggregator", STALL, at(7), at(9)),
            new Wait(null, "no joiner is running: start one", at(10), null));

    happens(12, new JobFact.Failed());
    assertThat(Course.of(facts, true).waits().getLast().to()).isEqualTo(at(12));
    assertThat(Course.of(facts, true).finished()).isEqualTo(at(12));
  }

  @Test
  void aTakeoverIsTold() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.PartitionMoved("joiner-0", "joiner@a:1", "joiner@b:2", 7, 400));

    assertThat(Course.of(facts, false).takeovers())
        .containsExactly(new Takeover(at(2), "joiner-0", "joiner@a:1", "joiner@b:2", 400L));
  }

  @Test
  void anotherAttemptBeginsAnew() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.PartStarted("sales", "a", 0, false));
    happens(3, new JobFact.Sealed(1));
    happens(4, new JobFact.Failed());
    happens(9, new JobFact.Retried(2));

    Course course = Course.of(facts, false);
    assertThat(course.began()).isEqualTo(at(9));
    assertThat(course.parts()).isEmpty();
    assertThat(course.sealed()).isNull();
    assertThat(course.finished()).isNull();
  }

  @Test
  void takeoversAreToldInTheirOrder() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.PartitionMoved("aggregator-0", "A", "B", 4, 412));
    happens(5, new JobFact.PartitionMoved("aggregator-0", "B", "A", 5, 90));
    assertThat(Course.of(facts, false).takeovers())
        .containsExactly(
            new JobProfile.Takeover(at(2), "aggregator-0", "A", "B", 412L),
            new JobProfile.Takeover(at(5), "aggregator-0", "B", "A", 90L));
  }

  @Test
  void aTakeoverThatTheGatewayHasNotSeenHasNoTime() {
    happens(1, new JobFact.Created());
    happens(2, new JobFact.PartitionMoved("joiner-0", "joiner@a:1", "joiner@b:2", 7, -1));
    assertThat(Course.of(facts, false).takeovers())
        .extracting(Takeover::millis)
        .containsExactly((Long) null);
  }
}
