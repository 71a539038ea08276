package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.share.Share;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Plans;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids, names of parts, and what a request's plan is. */
class NamesAndPlansTest {

  private static final Partitions PARTITIONS =
      Partitions.oneEach()
          .with(StageKind.AGGREGATOR, 2)
          .with(StageKind.MAXIMIZER, 2)
          .with(StageKind.JOINER, 2);

  private static JobRequest of(QueryChoice... queries) {
    return new JobRequest(null, List.of(queries), null, BadRows.REFUSE, false, null);
  }

  @Test
  void idsAreVersionSevenInOrderOfTimeAndNeverTheSame() {
    SecureRandom random = new SecureRandom();
    List<UUID> ids = new ArrayList<>();
    for (long millis = 1_700_000_000_000L; millis < 1_700_000_001_000L; millis++) {
      ids.add(TimedIds.next(millis, random));
    }
    assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
    assertThat(ids).isSortedAccordingTo(Comparator.comparing(UUID::toString));
    for (int i = 0; i < 1_000; i++) {
      ids.add(TimedIds.next(1_700_000_000_000L, random));
    }
    assertThat(new HashSet<>(ids)).hasSameSizeAs(ids);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", ".hidden", "a/b", "a\\b", "a b", "ä", "a\n", "a\0"})
  void aNameThatCouldBeAPathIsNoPart(String name) {
    assertThatThrownBy(() -> new PartName("stores", name))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is not a part name")
        .hasMessageNotContaining("\0");
    assertThatThrownBy(() -> new PartName("../stores", "a")).isInstanceOf(Refusal.class);
    assertThatThrownBy(() -> new PartName("stores", "a".repeat(256))).isInstanceOf(Refusal.class);
    assertThat(new PartName("stores", "a".repeat(255))).hasToString("stores/" + "a".repeat(255));
  }

  /** A table that a document may define can be uploaded. */
  @ParameterizedTest
  @ValueSource(strings = {"Order-Lines", "2024", "_x", "a", "stores"})
  void aTableMayBeCalledWhatADocumentMayCallIt(String table) {
    String document = "{\"tables\":{\"" + table + "\":{\"columns\":{\"amount\":\"whole\"}}}}";
    assertThat(Tables.read("t", document.getBytes(UTF_8)).orThrow().names()).containsExactly(table);
    assertThat(new PartName(table, "a.csv")).hasToString(table + "/a.csv");
  }

  @Test
  void noQueriesAreAllBuiltInOnes() {
    assertThat(Plans.of(Share.OF_A_JOB, of(), PARTITIONS).queries()).hasSize(5);
  }

  @Test
  void anUnknownQueryIsNamedWithWhatMayBeMeant() {
    assertThatThrownBy(
            () -> Plans.of(Share.OF_A_JOB, of(new QueryChoice.BuiltIn("tpv-by-stor")), PARTITIONS))
        .isInstanceOfSatisfying(
            Refusal.class, r -> assertThat(r.kind()).isEqualTo(Refusal.Kind.INVALID_PLAN))
        .hasMessageContaining("tpv-by-store");
  }

  @Test
  void aWrongDocumentIsRefusedWithEachProblemsPlace() {
    assertThatThrownBy(
            () -> Plans.of(Share.OF_A_JOB, of(new QueryChoice.Inline("{\"name\": 3}")), PARTITIONS))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.members()).containsKey("problems"))
        .hasMessageContaining("queries[0]");
  }

  @Test
  void sqlIsAQueryLikeADocument() {
    QueryChoice sql =
        new QueryChoice.Inline("{\"name\": \"n\", \"sql\": \"select count(*) from stores\"}");
    JobPlan plan = Plans.of(Share.OF_A_JOB, of(sql), PARTITIONS);
    assertThat(plan.toJson()).contains("{\"name\":\"n\",\"sql\":\"select count(*) from stores\"}");
    assertThat(JobPlan.read("job", plan.toJson()).orThrow()).isEqualTo(plan);
    QueryChoice wrong =
        new QueryChoice.Inline("{\"name\": \"n\", \"sql\": \"select * from stores\"}");
    assertThatThrownBy(() -> Plans.of(Share.OF_A_JOB, of(wrong), PARTITIONS))
        .isInstanceOfSatisfying(Refusal.class, r -> assertThat(r.members()).containsKey("problems"))
        .hasMessageContaining("queries[0]:1:8: /sql: \"*\" is not possible here");
  }

  @Test
  void theSameQueryTwiceIsRefused() {
    QueryChoice query = new QueryChoice.BuiltIn("tpv-by-store");
    assertThatThrownBy(() -> Plans.of(Share.OF_A_JOB, of(query, query), PARTITIONS))
        .isInstanceOf(Refusal.class);
  }

  @Test
  void theFingerprintIsOfWhatWasAskedAndNotOfThePartitions() {
    String all = Plans.fingerprint(Plans.of(Share.OF_A_JOB, of(), PARTITIONS), of());
    assertThat(
            Plans.fingerprint(
                Plans.of(Share.OF_A_JOB, of(), Partitions.oneEach().with(StageKind.AGGREGATOR, 4)),
                of()))
        .isEqualTo(all);
    JobRequest one = of(new QueryChoice.BuiltIn("tpv-by-store"));
    assertThat(Plans.fingerprint(Plans.of(Share.OF_A_JOB, one, PARTITIONS), one)).isNotEqualTo(all);
    JobRequest skips = new JobRequest(null, List.of(), null, BadRows.SKIP, false, null);
    assertThat(Plans.fingerprint(Plans.of(Share.OF_A_JOB, skips, PARTITIONS), skips))
        .isNotEqualTo(all);
  }
}
