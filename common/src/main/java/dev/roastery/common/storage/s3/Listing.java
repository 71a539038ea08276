package dev.roastery.common.storage.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;

/** The lists of a store, page after page. */
final class Listing {

  private static final String CONTENTS = "ListBucketResult/Contents/";

  private final S3Bucket bucket;
  private final S3Calls calls;

  Listing(S3Bucket bucket, S3Calls calls) {
    this.bucket = bucket;
    this.calls = calls;
  }

  List<ListedObject> list(String prefix) throws StoreException {
    List<ListedObject> all = new ArrayList<>();
    String token = "";
    do {
      List<XmlText.Element> page = page(prefix, token);
      collect(page, all);
      String next = XmlText.first(page, "ListBucketResult/NextContinuationToken");
      if (!next.isEmpty() && next.equals(token)) {
        throw new StoreAwayException("cannot list " + bucket + ": it sends one page for ever");
      }
      token = next;
    } while (!token.isEmpty());
    all.sort(Comparator.comparing(ListedObject::name));
    return all;
  }

  private List<XmlText.Element> page(String prefix, String token) throws StoreException {
    S3Request request =
        S3Request.of("GET", "")
            .with("list-type", "2")
            .with("encoding-type", "url")
            .with("prefix", bucket.key(prefix));
    S3Request next = token.isEmpty() ? request : request.with("continuation-token", token);
    return switch (calls.call(next)) {
      case S3Calls.Reply.Answered(S3Answer answer) -> elements(answer);
      case S3Calls.Reply.Trouble(String why) ->
          throw new StoreAwayException("cannot list " + bucket + ": " + why);
    };
  }

  private List<XmlText.Element> elements(S3Answer answer) throws StoreException {
    try {
      return XmlText.elements(answer.body());
    } catch (XMLStreamException e) {
      throw new StoreAwayException("cannot list " + bucket + ": the answer is no whole XML", e);
    } finally {
      answer.close();
    }
  }

  /** A key comes before its size. */
  private void collect(List<XmlText.Element> page, List<ListedObject> all) {
    boolean isEncoded = XmlText.first(page, "ListBucketResult/EncodingType").equals("url");
    Optional<ObjectName> name = Optional.empty();
    for (XmlText.Element element : page) {
      if (element.path().equals(CONTENTS + "Key")) {
        name = name(isEncoded ? URLDecoder.decode(element.text(), UTF_8) : element.text());
      } else if (element.path().equals(CONTENTS + "Size") && element.text().matches("\\d{1,18}")) {
        long size = Long.parseLong(element.text());
        name.ifPresent(known -> all.add(new ListedObject(known, size)));
      }
    }
  }

  /** Others may have put what they like into the bucket. */
  private Optional<ObjectName> name(String key) {
    String root = bucket.key("");
    String name = key.startsWith(root) ? key.substring(root.length()) : "";
    return ObjectName.isName(name) ? Optional.of(new ObjectName(name)) : Optional.empty();
  }
}
