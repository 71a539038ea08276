package dev.roastery.harness.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.ByteRange;
import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.Creation;
import dev.roastery.common.storage.object.ETag;
import dev.roastery.common.storage.object.Got;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.ObjectStore;
import dev.roastery.common.storage.object.StoreException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What the S3 API means, over another store. What is sent in parts is kept in memory. */
final class FakeObjects {

  private final ObjectStore objects;
  private final int namesInPage;
  private final Map<String, NavigableMap<Integer, byte[]>> uploads = new ConcurrentHashMap<>();
  private final AtomicInteger lastUpload = new AtomicInteger();

  FakeObjects(ObjectStore objects, int namesInPage) {
    this.objects = objects;
    this.namesInPage = namesInPage;
  }

  FakeAnswer answer(FakeRequest request) throws IOException {
    Map<String, String> query = request.query();
    String upload = query.getOrDefault("uploadId", "");
    return switch (request.method()) {
      case "GET" -> request.key().isEmpty() ? list(query) : get(request);
      case "PUT" ->
          upload.isEmpty()
              ? write(request, request.body())
              : part(upload, Integer.parseInt(query.getOrDefault("partNumber", "")), request);
      case "POST" -> upload.isEmpty() ? begin() : complete(upload, request);
      default -> delete(request, upload);
    };
  }

  private FakeAnswer write(FakeRequest request, byte[] body) throws StoreException {
    ObjectName name = new ObjectName(request.key());
    if (!request.isConditional()) {
      objects.put(name, Content.of(body));
      return FakeAnswer.of(200, "");
    }
    return objects.create(name, Content.of(body)) instanceof Creation.Created
        ? FakeAnswer.of(200, "")
        : FakeAnswer.error(412, "PreconditionFailed", "it exists");
  }

  private FakeAnswer begin() {
    String upload = "upload-" + lastUpload.incrementAndGet();
    uploads.put(upload, new ConcurrentSkipListMap<>());
    return FakeAnswer.of(
        200,
        "<InitiateMultipartUploadResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
            + "<UploadId>"
            + upload
            + "</UploadId></InitiateMultipartUploadResult>");
  }

  private FakeAnswer part(String upload, int number, FakeRequest request) {
    NavigableMap<Integer, byte[]> parts = uploads.get(upload);
    if (parts == null) {
      return FakeAnswer.error(404, "NoSuchUpload", "gone");
    }
    parts.put(number, request.body());
    return FakeAnswer.of(200, "").with("ETag", "\"part-" + number + "\"");
  }

  private FakeAnswer complete(String upload, FakeRequest request) throws IOException {
    NavigableMap<Integer, byte[]> parts = uploads.get(upload);
    if (parts == null) {
      return FakeAnswer.error(404, "NoSuchUpload", "gone");
    }
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    for (byte[] part : parts.values()) {
      whole.write(part);
    }
    FakeAnswer written = write(request, whole.toByteArray());
    if (written.status() != 200) {
      return written;
    }
    uploads.remove(upload);
    return FakeAnswer.of(
        200, "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>");
  }

  /** How many uploads in parts are neither completed nor aborted. */
  int openUploads() {
    return uploads.size();
  }

  private FakeAnswer delete(FakeRequest request, String upload) throws StoreException {
    if (upload.isEmpty()) {
      objects.delete(new ObjectName(request.key()));
    } else {
      uploads.remove(upload);
    }
    return FakeAnswer.of(204, "");
  }

  private FakeAnswer get(FakeRequest request) throws IOException {
    String range = request.headers().getOrDefault("range", "");
    ByteRange asked = range.isEmpty() ? ByteRange.WHOLE : range(range);
    ETag etag = new ETag(request.headers().getOrDefault("if-match", "*"));
    return switch (objects.get(new ObjectName(request.key()), asked, etag)) {
      case Got.Absent() -> FakeAnswer.error(404, "NoSuchKey", "none");
      case Got.Changed() -> FakeAnswer.error(412, "PreconditionFailed", "other");
      case Got.PastEnd() -> FakeAnswer.error(416, "InvalidRange", "behind");
      case Got.Found(ETag is, long size, InputStream body) -> {
        byte[] bytes = body.readAllBytes();
        FakeAnswer answer =
            new FakeAnswer(range.isEmpty() ? 200 : 206, Map.of(), bytes).with("ETag", is.value());
        yield range.isEmpty()
            ? answer
            : answer.with(
                "Content-Range",
                "bytes %d-%d/%d".formatted(asked.from(), asked.from() + bytes.length - 1, size));
      }
    };
  }

  private static ByteRange range(String header) {
    String[] ends = header.replace("bytes=", "").split("-", 2);
    long from = Long.parseLong(ends[0]);
    return new ByteRange(
        from, ends[1].isEmpty() ? Long.MAX_VALUE : Long.parseLong(ends[1]) - from + 1);
  }

  private FakeAnswer list(Map<String, String> query) throws StoreException {
    String after = query.getOrDefault("continuation-token", "");
    List<ListedObject> all =
        objects.list(query.getOrDefault("prefix", "")).stream()
            .filter(each -> each.name().text().compareTo(after) > 0)
            .toList();
    StringBuilder xml = new StringBuilder("<ListBucketResult><EncodingType>url</EncodingType>");
    for (ListedObject each : all.subList(0, Math.min(namesInPage, all.size()))) {
      xml.append("<Contents><Key>" + URLEncoder.encode(each.name().text(), UTF_8) + "</Key>")
          .append("<Size>" + each.size() + "</Size></Contents>");
    }
    if (all.size() > namesInPage) {
      xml.append("<NextContinuationToken>" + all.get(namesInPage - 1).name())
          .append("</NextContinuationToken>");
    }
    return FakeAnswer.of(200, xml + "</ListBucketResult>");
  }
}
