package dev.roastery.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.storage.Sha256;
import dev.roastery.input.BadRows;
import dev.roastery.input.Dataset;
import dev.roastery.input.MaxBadRows;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The document that makes a job.
 *
 * @param tables the tables document, unless the tables are built in
 * @param expectedBytes of all files together, so that the gateway knows how far the upload is; 0 if
 *     it is not known
 * @param from the bucket that the gateway reads, if nothing is sent
 * @param ignore what it does not read there
 * @param deliverTo the bucket that it puts results into
 */
public record SubmitRequest(
    @Nullable String name,
    List<String> queries,
    @Nullable String tables,
    BadRows badRows,
    MaxBadRows maxBadRows,
    boolean approval,
    @Nullable URI webhook,
    long expectedBytes,
    @Nullable String from,
    List<String> ignore,
    @Nullable String deliverTo) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public String json() throws IOException {
    ObjectNode request = asked();
    if (from == null) {
      request.put("expectedBytes", expectedBytes);
    }
    return JSON.writeValueAsString(request);
  }

  /** What decides about the results. */
  private ObjectNode asked() throws IOException {
    ObjectNode request = JSON.createObjectNode();
    if (name != null) {
      request.put("name", name);
    }
    if (!queries.isEmpty()) {
      ArrayNode chosen = request.putArray("queries");
      for (String query : queries) {
        if (Catalog.builtIn().queryNames().contains(query)) {
          chosen.add(query);
        } else {
          chosen.add(JSON.readTree(PlanDocuments.document(query)));
        }
      }
    }
    if (tables != null) {
      request.set("tables", JSON.readTree(tables));
    }
    request.put("badRows", badRows.name().toLowerCase(Locale.ROOT));
    if (!maxBadRows.equals(MaxBadRows.STANDARD)) { // which an older gateway would not know
      request.put("maxBadRows", maxBadRows.text());
    }
    if (approval) {
      request.put("approval", true);
    }
    if (webhook != null) {
      request.put("webhook", webhook.toString());
    }
    if (from != null) {
      request.put("from", from);
    }
    if (!ignore.isEmpty()) {
      ignore.forEach(request.putArray("ignore")::add);
    }
    if (deliverTo != null) {
      request.put("deliverTo", deliverTo);
    }
    return request;
  }

  /**
   * The same for the same request over the same files, and for nothing else. The expected bytes are
   * those of the files, and earlier builds did not send them: they are not a part of it.
   */
  public String key(@Nullable Dataset dataset) throws IOException {
    StringBuilder text = new StringBuilder(JSON.writeValueAsString(asked()));
    if (dataset == null) {
      return Sha256.hex(text.toString().getBytes(UTF_8));
    }
    dataset
        .parts()
        .forEach((table, parts) ->
            parts.forEach(part ->
                text.append('\n')
                    .append(table)
                    .append('\0')
                    .append(part.name())
                    .append('\0')
                    .append(part.bytes())
                    .append('\0')
                    .append(part.version())));
    return Sha256.hex(text.toString().getBytes(UTF_8));
  }
}
