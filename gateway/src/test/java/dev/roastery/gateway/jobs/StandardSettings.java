package dev.roastery.gateway.jobs;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import dev.roastery.input.csv.column.CsvLimits;
import java.time.Duration;

/** The settings of a gateway that is started without options. */
public final class StandardSettings {

  private StandardSettings() {}

  public static GatewaySettings of(Partitions partitions) {
    return new GatewaySettings(
        partitions,
        CsvLimits.DEFAULT.batchBytes(),
        4L << 20,
        64L << 30,
        10_000,
        100,
        100_000,
        Duration.ofHours(24),
        Duration.ofDays(7),
        Duration.ofSeconds(30),
        Duration.ofMinutes(10),
        Duration.ofSeconds(8),
        null,
        false,
        "");
  }
}
