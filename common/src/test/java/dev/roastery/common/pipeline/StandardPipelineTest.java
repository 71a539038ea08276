package dev.roastery.common.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.pipeline.StageKind.Division;
import dev.roastery.common.pipeline.StageKind.Queries;
import dev.roastery.common.pipeline.StageKind.Tables;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandardPipelineTest {

  private static final StageKind TOY =
      new StageKind("toy", "small toy", "toy", Queries.ALL, Division.BY_QUERY, Tables.NONE, 3);

  @Test
  void theTextForOptionsIsWhatTheStagesSay() {
    assertThat(Partitions.usual(Pipeline.STANDARD)).hasToString(Pipeline.STANDARD_PARTITIONS);
  }

  @Test
  void everyWorkerRunsSomeStagesAndTheGatewayTheLast() {
    assertThat(Pipeline.STANDARD.workers()).containsExactly("aggregator", "maximizer", "joiner");
    assertThat(Pipeline.STANDARD.runBy("maximizer"))
        .containsExactly(StageKind.MAXIMIZER, StageKind.ABSOLUTE);
    assertThat(Pipeline.STANDARD.runBy(Pipeline.GATEWAY)).containsExactly(StageKind.COLLECTOR);
    assertThat(Pipeline.STANDARD.processOf("absolute")).isEqualTo("maximizer");
    assertThat(Pipeline.STANDARD.processOf("of-tomorrow")).isEqualTo("of-tomorrow");
  }

  @Test
  void thePlansFieldsAreThePluralsOfTheTitles() {
    assertThat(Pipeline.STANDARD.divided().stream().map(StageKind::planField))
        .containsExactly("aggregators", "partialMaximizers", "absoluteMaximizers", "joiners");
  }

  @Test
  void oneStageMoreIsOneElementMore() {
    Pipeline longer = Pipeline.STANDARD.withAfter(StageKind.JOINER, TOY);
    assertThat(longer.stages()).hasSize(6).startsWith(StageKind.AGGREGATOR).contains(TOY);
    assertThat(longer.workers()).containsExactly("aggregator", "maximizer", "joiner", "toy");
    assertThat(Partitions.usual(longer))
        .hasToString("aggregator=2,maximizer=2,absolute=2,joiner=2,toy=3");
  }

  @Test
  void whatIsNoPipelineIsRefused() {
    assertThatThrownBy(() -> Pipeline.STANDARD.withAfter(TOY, TOY)).hasMessage("no stage toy");
    assertThatThrownBy(() -> Pipeline.STANDARD.withAfter(StageKind.JOINER, StageKind.ABSOLUTE))
        .hasMessage("two stages are called absolute");
    assertThatThrownBy(() -> new Pipeline(List.of(StageKind.JOINER, StageKind.COLLECTOR)))
        .hasMessageStartingWith("fact tables go to the first stage");
    assertThatThrownBy(() -> new Pipeline(List.of(StageKind.AGGREGATOR)))
        .hasMessage("a pipeline has a first and a last stage");
    assertThatThrownBy(
            () -> new StageKind("s", "s", "s", Queries.ALL, Division.NONE, Tables.NONE, 2))
        .hasMessage("stage s cannot have 2 partitions");
  }

  @Test
  void theNumbersOfPartitionsAreOfTheDividedStagesAndPossible() {
    Partitions one = Partitions.oneEach();
    assertThat(one.with(Map.of("joiner", 3)).of(StageKind.JOINER)).isEqualTo(3);
    assertThat(one.of(StageKind.COLLECTOR)).isEqualTo(1);
    assertThat(Partitions.inOneProcess(Pipeline.STANDARD, 4))
        .hasToString("aggregator=4,maximizer=4,absolute=1,joiner=1");
    assertThatThrownBy(() -> one.with(StageKind.MAXIMIZER, 1_025))
        .hasMessage("1025 partial maximizers: 1 to 1024 are possible");
    assertThatThrownBy(() -> one.with(StageKind.COLLECTOR, 1)).hasMessageContaining("collector");
    assertThatThrownBy(() -> one.with(Map.of("collector", 1)))
        .hasMessage("unknown stage collector; it is aggregator, maximizer, absolute or joiner");
    assertThatThrownBy(() -> one.of(TOY)).hasMessage("this pipeline has no stage toy");
  }
}
