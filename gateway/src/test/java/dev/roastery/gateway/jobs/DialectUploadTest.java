package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobView.PartView;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts in the dialect of their table, and in other formats, uploaded whole and in pieces. */
class DialectUploadTest {

  private static final int BATCH = 1_000;

  private static final String QUERY =
      """
      { "name": "by-shop", "from": "sales", "where": [ { "column": "sold", ">=": "2024-02-01" } ],
        "groupBy": ["shop"], "measures": { "sum": { "sum": "amount" }, "rows": { "count": "*" } },
        "select": ["shop", "sum", "rows"] }
      """;

  @TempDir private Path folder;
  private Door door;

  /** Half of the rows as CSV, half as JSON lines, and the result of both. */
  private String csv = "";

  private String json = "";
  private String result = "";

  @BeforeEach
  void open() throws IOException {
    door = new Door(folder.resolve("state"), Door.settings(BATCH));
    SplittableRandom random = new SplittableRandom(7);
    StringBuilder rows = new StringBuilder();
    StringBuilder objects = new StringBuilder();
    String[] shops = {"K\u00f6ln; Dom", "M\u00fcnchen"};
    long[] cents = new long[2];
    long[] counts = new long[2];
    for (int row = 0; row < 600; row++) {
      int shop = random.nextInt(2);
      int amount = 100_000 + random.nextInt(1_000_000);
      int day = 1 + random.nextInt(28);
      int month = 1 + random.nextInt(3);
      if (month > 1) {
        cents[shop] += amount;
        counts[shop]++;
      }
      String whole = String.valueOf(amount / 100);
      String rest = (amount % 100 < 10 ? "0" : "") + amount % 100;
      String date = "%02d.%02d.2024".formatted(day, month);
      if (row % 2 == 0) {
        int group = whole.length() - 3;
        String grouped = whole.substring(0, group) + "." + whole.substring(group);
        rows.append('"').append(shops[shop]).append("\";").append(grouped).append(',');
        rows.append(rest).append(';').append(date).append('\n');
      } else {
        objects.append("{\"sold\":\"").append(date).append("\",\"amount\":").append(whole);
        objects.append('.').append(rest).append(",\"shop\":\"").append(shops[shop]);
        objects.append("\"}\n");
      }
    }
    csv = rows.toString();
    json = objects.toString();
    result = "shop,sum,rows\n";
    for (int shop = 0; shop < 2; shop++) {
      String sum = new BigDecimal(cents[shop]).movePointLeft(2).toString();
      result += shops[shop] + "," + sum + "," + counts[shop] + "\n";
    }
  }

  @AfterEach
  void close() {
    door.close();
  }

  private UUID job(String encoding, boolean header) {
    return door.create(
        new JobRequest(
            null,
            List.of(new QueryChoice.Inline(QUERY)),
            tables(encoding, header),
            BadRows.REFUSE,
            MaxBadRows.STANDARD,
            false,
            null));
  }

  private static String tables(String encoding, boolean header) {
    return """
    { "tables": { "sales": {
        "columns": { "shop": "text", "amount": "decimal(2)",
                     "sold": { "type": "date", "format": "dd.MM.yyyy" } },
        "delimiter": ";", "decimal": ",", "thousands": ".", "encoding": "%s", "header": %s,
        "nulls": ["-"] } } }
    """
        .formatted(encoding, header);
  }

  private void requireResult(UUID job) throws IOException {
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).reason()).isNull();
    assertThat(door.results(job)).containsEntry("by-shop", result);
  }

  private PartView put(UUID job, String part, boolean last, InputStream body) throws IOException {
    return door.jobs().put(Door.CLIENT, job, Door.name(part), Encoding.IDENTITY, last, body);
  }

  private static InputStream cutOff(byte[] bytes, int from, int length) {
    return new SequenceInputStream(
        new ByteArrayInputStream(bytes, from, length),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("the client is gone");
          }

          @Override
          public int read(byte[] to, int offset, int count) throws IOException {
            throw new IOException("the client is gone");
          }
        });
  }

  @Test
  void semicolonsCommasAndLatin1AndJsonLinesAreOneTable() throws IOException {
    UUID job = job("latin-1", true);
    door.put(job, "sales/a.CSV", ("shop;amount;sold\n" + csv).getBytes(ISO_8859_1));
    door.put(job, "sales/b.jsonl", json.getBytes(ISO_8859_1));
    requireResult(job);
  }

  @Test
  void aPartInUtf16IsKnownByItsMark() throws IOException {
    UUID job = job("utf-8", false);
    PartView part = door.put(job, "sales/a.csv", csv.getBytes(UTF_16));
    assertThat(part.rows()).isEqualTo(300);
    door.put(job, "sales/b.ndjson", json.getBytes(UTF_8));
    requireResult(job);
  }

  /** Offsets of such a part are those of its text in UTF-8, so the client begins again. */
  @Test
  void aPartInAnotherEncodingComesWholeAndAgainAfterAnInterruption() throws IOException {
    UUID job = job("latin-1", false);
    byte[] bytes = csv.getBytes(ISO_8859_1);
    assertThatThrownBy(() -> put(job, "sales/a.csv", false, new ByteArrayInputStream(bytes)))
        .hasMessage("a part that is not in UTF-8 can only be sent as a whole");
    assertThatThrownBy(() -> put(job, "sales/a.csv", true, cutOff(bytes, 0, 5_000)))
        .hasMessage("the client is gone");
    PartView cut = door.jobs().part(Door.CLIENT, job, Door.name("sales/a.csv"));
    assertThat(cut.offset()).isZero();
    assertThat(cut.batches()).isPositive();
    assertThatThrownBy(() ->
            door.jobs()
                .patch(
                    Door.CLIENT,
                    job,
                    Door.name("sales/a.csv"),
                    0,
                    true,
                    new ByteArrayInputStream(bytes)))
        .hasMessageContaining("such a part can only be sent as a whole");
    door.restart();
    byte[] other = bytes.clone();
    int digit = csv.lastIndexOf(',', csv.indexOf(".02.2024")) - 1; // of a row that counts
    other[digit] = (byte) (bytes[digit] == '1' ? '2' : '1');
    assertThatThrownBy(() -> put(job, "sales/a.csv", true, new ByteArrayInputStream(other)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("differs from what was sent before");
    assertThat(put(job, "sales/a.csv", true, new ByteArrayInputStream(bytes)).complete()).isTrue();
    door.put(job, "sales/b.jsonl", json.getBytes(ISO_8859_1));
    requireResult(job);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 500, 3_001, 9_000})
  void partsWithoutHeaderAndJsonLinesResumeAnywhere(int at) throws IOException {
    UUID job = job("utf-8", false);
    resume(job, "sales/a.csv", csv.getBytes(UTF_8), at);
    resume(job, "sales/b.jsonl", ("\ufeff" + json).getBytes(UTF_8), at);
    requireResult(job);
  }

  private void resume(UUID job, String part, byte[] bytes, int at) throws IOException {
    PartView first = put(job, part, false, new ByteArrayInputStream(bytes, 0, at));
    assertThat(first.offset()).isEqualTo(at);
    door.restart();
    int more = Math.min(2_500, bytes.length - at);
    assertThatThrownBy(() ->
            door.jobs().patch(Door.CLIENT, job, Door.name(part), at, true, cutOff(bytes, at, more)))
        .hasMessage("the client is gone");
    long offset = door.jobs().part(Door.CLIENT, job, Door.name(part)).offset();
    assertThat(offset).isBetween((long) at, (long) at + more);
    byte[] rest = Arrays.copyOfRange(bytes, (int) offset, bytes.length);
    PartView whole =
        door.jobs()
            .patch(Door.CLIENT, job, Door.name(part), offset, true, new ByteArrayInputStream(rest));
    assertThat(whole.complete()).isTrue();
    assertThat(whole.rows()).isEqualTo(300);
  }

  @Test
  void aWrongLineOfJsonFailsTheJobWithItsPlace() throws IOException {
    UUID job = job("utf-8", true);
    assertThatThrownBy(
            () -> door.put(job, "sales/b.jsonl", "{}\n{\"amount\":[1]}\n".getBytes(UTF_8)))
        .hasMessage(
            "sales/b.jsonl, line 2, column amount: \"[1]\" is an object or a list, which is no"
                + " value of a column");
    assertThat(door.finished(job).reason()).contains("sales/b.jsonl, line 2, column amount");
  }

  @Test
  void bytesThatAreNotOfTheEncodingFailTheJob() throws IOException {
    UUID job = job("latin-1", true);
    byte[] bytes = "shop;amount;sold\n\u0080;1;01.01.2024\n".getBytes(ISO_8859_1);
    assertThatThrownBy(() -> door.put(job, "sales/a.csv", bytes))
        .hasMessageContaining("byte 17 (0x80) is no character of latin-1");
    assertThat(door.finished(job).reason()).contains("perhaps it is \"windows-1252\"");
  }
}
