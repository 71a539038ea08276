package dev.roastery.gateway.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Stages;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.share.Share;
import dev.roastery.embedded.StandardStages;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a partition shares by client depends on every stage's saying whose a job is. */
class ShareOfEveryStageTest {

  @Test
  void everyStageSaysWhoseAJobIs() {
    Catalog catalog = Catalog.builtIn();
    Share ann = new Share("ann", 3);
    JobPlan plan = new JobPlan(catalog.tables(), catalog.queries(), Partitions.oneEach(), ann);
    Stages stages =
        StandardStages.workers(Pipeline.STANDARD)
            .with(StageKind.COLLECTOR, new CollectorStage(null, Pipeline.STANDARD));
    assertThat(stages.byKind().keySet()).containsAll(Pipeline.STANDARD.stages());
    stages
        .byKind()
        .forEach((kind, stage) ->
            assertThat(
                    stage
                        .open(
                            new PartitionName(kind, 0), new JobId(new UUID(1, 2), 1), plan.toJson())
                        .share())
                .as(kind.name())
                .isEqualTo(ann));
  }
}
