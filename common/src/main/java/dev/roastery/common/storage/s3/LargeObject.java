package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.Content;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An object that is sent in parts, which nobody sees until they are completed: the completion alone
 * decides, at one instant, and carries the condition. What was not completed costs space until a
 * lifecycle rule of the bucket removes it.
 */
final class LargeObject {

  private static final Logger LOG = LoggerFactory.getLogger(LargeObject.class);

  private static final int PARTS_MAX = 10_000;
  private static final int ANSWER_BYTES_MAX = 1 << 16;

  private final S3Limits limits;
  private final S3Calls calls;
  private final String key;

  LargeObject(S3Limits limits, S3Calls calls, String key) {
    this.limits = limits;
    this.calls = calls;
    this.key = key;
  }

  /**
   * Sends the parts, and then the completion once.
   *
   * @param condition what the completion has that the parts have not
   */
  WriteOutcome write(Content content, Condition condition) throws StoreException {
    String upload = begin();
    if (upload.isEmpty()) {
      return new WriteOutcome.Trouble("the store has not begun an upload in parts");
    }
    WriteOutcome outcome;
    try {
      outcome = parts(content, upload, condition);
    } catch (StoreException e) {
      abort(upload);
      throw e;
    }
    // An upload of unknown outcome is left alone: to abort it might undo what was told to others.
    if (outcome instanceof WriteOutcome.Exists) {
      abort(upload);
    }
    return outcome;
  }

  private String begin() throws StoreException {
    S3Request request = S3Request.of("POST", key).with("uploads", "");
    return switch (calls.call(request)) {
      case S3Calls.Reply.Answered(S3Answer answer) ->
          XmlText.first(document(answer), "InitiateMultipartUploadResult/UploadId");
      case S3Calls.Reply.Trouble _ -> "";
    };
  }

  private WriteOutcome parts(Content content, String upload, Condition condition)
      throws StoreException {
    byte[] part = new byte[partBytes(content.size())];
    List<String> tags = new ArrayList<>();
    try (InputStream in = content.open()) {
      for (long sent = 0; sent < content.size(); ) {
        int length = in.readNBytes(part, 0, part.length);
        if (length == 0) {
          throw new StoreAwayException("the content of " + key + " has become shorter");
        }
        switch (send(upload, tags.size() + 1, new S3Request.Body(part, length))) {
          case S3Calls.Reply.Answered(S3Answer answer) -> {
            tags.add(answer.header("ETag"));
            answer.close();
          }
          case S3Calls.Reply.Trouble(String why) -> {
            return new WriteOutcome.Trouble(why);
          }
        }
        sent += length;
      }
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreAwayException("cannot read the content of " + key, e);
    }
    return complete(upload, tags, condition);
  }

  private int partBytes(long size) {
    return (int) Math.max(limits.partBytes(), (size + PARTS_MAX - 1) / PARTS_MAX);
  }

  private S3Calls.Reply send(String upload, int number, S3Request.Body body) throws StoreException {
    return calls.call(
        S3Request.of("PUT", key)
            .with("partNumber", Integer.toString(number))
            .with("uploadId", upload)
            .sending(body));
  }

  private WriteOutcome complete(String upload, List<String> tags, Condition condition)
      throws StoreException {
    StringBuilder xml = new StringBuilder("<CompleteMultipartUpload>");
    for (int number = 1; number <= tags.size(); number++) {
      xml.append("<Part><PartNumber>")
          .append(number)
          .append("</PartNumber><ETag>")
          .append(tags.get(number - 1).replace("&", "&amp;").replace("<", "&lt;"))
          .append("</ETag></Part>");
    }
    xml.append("</CompleteMultipartUpload>");
    S3Request request =
        S3Request.of("POST", key)
            .with("uploadId", upload)
            .sending(S3Request.Body.of(xml.toString().getBytes(UTF_8)));
    return switch (calls.call(condition.on(request))) {
      case S3Calls.Reply.Answered(S3Answer answer) -> completed(answer);
      case S3Calls.Reply.Trouble(String why) -> new WriteOutcome.Trouble(why);
    };
  }

  /** A completion takes long: a store may begin to answer with 200, and find a mistake then. */
  private WriteOutcome completed(S3Answer answer) {
    WriteOutcome outcome = WriteOutcome.of(answer);
    if (!(outcome instanceof WriteOutcome.Done)) {
      answer.close();
      return outcome;
    }
    List<XmlText.Element> document = document(answer);
    return document.stream()
            .anyMatch(each -> each.path().startsWith("CompleteMultipartUploadResult/"))
        ? outcome
        : new WriteOutcome.Trouble(
            "the store says 200 " + XmlText.first(document, "Error/Code") + " to a completion");
  }

  /** What the answer says; nothing, if it is cut off or no XML. */
  private List<XmlText.Element> document(S3Answer answer) {
    try {
      return XmlText.elements(new ByteArrayInputStream(answer.body().readNBytes(ANSWER_BYTES_MAX)));
    } catch (IOException | XMLStreamException _) {
      return List.of();
    } finally {
      answer.close();
    }
  }

  private void abort(String upload) {
    try {
      S3Request request = S3Request.of("DELETE", key).with("uploadId", upload);
      if (calls.call(request) instanceof S3Calls.Reply.Answered(S3Answer answer)) {
        answer.close();
      }
    } catch (StoreException e) {
      LOG.debug("parts of {} are left to the lifecycle rule: {}", key, e.getMessage());
    }
  }
}
