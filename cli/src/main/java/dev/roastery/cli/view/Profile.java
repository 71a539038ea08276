package dev.roastery.cli.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.client.GatewayAnswer;
import dev.roastery.cli.output.Amounts;
import dev.roastery.gateway.format.TerminalText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the time of a job went: a waterfall of its parts, stages and partitions. */
public final class Profile {

  private static final int PARTS_SHOWN = 12;
  private static final int UNKNOWN = -1;

  private final JsonNode profile;
  private final Waterfall waterfall;

  /** {@code profile} is as the gateway answers it; the picture is so many columns wide. */
  public Profile(JsonNode profile, int columns) {
    this.profile = profile;
    this.waterfall = new Waterfall(instant(profile, "created"), elapsed(profile), columns);
  }

  /** {@code parts} says whether each part is shown, of which there may be thousands. */
  public void print(PrintWriter out, JobStatus.Parts parts) {
    String state = profile.path("state").asText("").toLowerCase(Locale.ROOT).replace('_', ' ');
    out.println(
        TerminalText.plain(
            "job %s: %s, %s, %s, %s"
                .formatted(
                    profile.path("id").asText(""),
                    state,
                    Amounts.time(elapsed(profile)),
                    Amounts.counted(profile.path("rows").asLong(), "row"),
                    Amounts.bytes(profile.path("bytes").asLong()))));
    out.println();
    parts(parts);
    profile.path("stages").forEach(this::stage);
    waterfall.print(out);
    waits(out);
    takeovers(out);
  }

  private void parts(JobStatus.Parts shown) {
    List<JsonNode> all = new ArrayList<>();
    profile.path("parts").forEach(all::add);
    if (all.isEmpty()) {
      return;
    }
    waterfall.add(
        "upload",
        all.stream()
            .map(part -> instant(part, "started"))
            .flatMap(Optional::stream)
            .min(Comparator.naturalOrder()),
        all.stream()
            .map(part -> instant(part, "finished"))
            .flatMap(Optional::stream)
            .max(Comparator.naturalOrder()),
        Amounts.counted(total(all.size()), "part"));
    int most = shown == JobStatus.Parts.LISTED ? all.size() : PARTS_SHOWN;
    List<JsonNode> longest =
        all.stream().sorted(Comparator.comparing(Profile::time).reversed()).limit(most).toList();
    all.stream()
        .filter(longest::contains)
        .forEach(part ->
            waterfall.add(
                "  " + part.path("table").asText("") + "/" + part.path("name").asText(""),
                instant(part, "started"),
                instant(part, "finished"),
                amounts(part)));
    long more = total(all.size()) - longest.size();
    if (more > 0) {
      waterfall.note("  and " + Amounts.counted(more, "shorter part") + ": --parts shows more");
    }
  }

  private long total(int listed) {
    return Math.max(listed, profile.path("partsTotal").asLong());
  }

  private void stage(JsonNode stage) {
    waterfall.add(
        stage.path("stage").asText(""),
        instant(stage, "first"),
        instant(stage, "last"),
        work(stage));
    JsonNode partitions = stage.path("partitions");
    if (partitions.size() > 1) {
      partitions.forEach(partition ->
          waterfall.add(
              "  " + partition.path("partition").asText(""),
              instant(partition, "first"),
              instant(partition, "last"),
              work(partition)));
    }
  }

  /** The gateway does not tell amounts that it does not know: they may be anything. */
  private String work(JsonNode of) {
    if (!of.path("rows").isNumber()) {
      return profile.hasNonNull("finished") ? "not known" : "not known yet";
    }
    long cpu = of.path("cpuMillis").asLong(UNKNOWN);
    return amounts(of) + (cpu == UNKNOWN ? "" : ", CPU " + Amounts.time(Duration.ofMillis(cpu)));
  }

  private static String amounts(JsonNode of) {
    return Amounts.counted(of.path("rows").asLong(), "row")
        + ", "
        + Amounts.bytes(of.path("bytes").asLong());
  }

  private void waits(PrintWriter out) {
    for (JsonNode wait : profile.path("waits")) {
      Optional<Duration> time =
          instant(wait, "from")
              .flatMap(from -> instant(wait, "to").map(to -> Duration.between(from, to)));
      String stage = wait.path("stage").asText(""); // none, if a person is waited for
      out.println(
          TerminalText.plain(
              "%swaited %s: %s"
                  .formatted(
                      stage.isEmpty() ? "" : stage + " ",
                      time.map(Amounts::time).orElse("until now"),
                      wait.path("what").asText(""))));
    }
  }

  private void takeovers(PrintWriter out) {
    for (JsonNode takeover : profile.path("takeovers")) {
      String after =
          instant(takeover, "at")
              .flatMap(at -> instant(profile, "created").map(from -> Duration.between(from, at)))
              .map(time -> " after " + Amounts.time(time))
              .orElse("");
      JsonNode millis = takeover.path("millis");
      out.println(
          TerminalText.plain(
              "survived%s: %s moved from %s to %s%s"
                  .formatted(
                      after,
                      takeover.path("partition").asText(""),
                      takeover.path("from").asText("a lost worker"),
                      takeover.path("to").asText("another"),
                      millis.isNumber()
                          ? ", back after " + Amounts.time(Duration.ofMillis(millis.asLong()))
                          : " while the gateway was away")));
    }
  }

  private static Duration time(JsonNode part) {
    return instant(part, "started")
        .flatMap(from -> instant(part, "finished").map(to -> Duration.between(from, to)))
        .orElse(Duration.ZERO);
  }

  private static Duration elapsed(JsonNode profile) {
    return Duration.ofMillis(profile.path("elapsedMillis").asLong());
  }

  private static Optional<Instant> instant(JsonNode of, String name) {
    return GatewayAnswer.instant(of.path(name));
  }
}
