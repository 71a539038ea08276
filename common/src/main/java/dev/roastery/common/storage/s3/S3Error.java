package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.s3.credentials.Credentials;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.xml.stream.XMLStreamException;

/**
 * What a store says of a request that it did not do. Its other members repeat the request with its
 * headers, the session's token among them: they are never read.
 *
 * @param code one word, or nothing where the answer had no document
 */
record S3Error(String code, String message, String region) {

  static final S3Error NONE = new S3Error("", "", "");
  private static final int MESSAGE_MAX = 200;

  static S3Error of(byte[] document, Credentials spoken) {
    try {
      List<XmlText.Element> all = XmlText.elements(new ByteArrayInputStream(document));
      return new S3Error(
          word(XmlText.first(all, "Error/Code")),
          sentence(spoken.redacted(XmlText.first(all, "Error/Message"))),
          word(XmlText.first(all, "Error/Region")));
    } catch (XMLStreamException _) { // a proxy's page, or nothing at all
      return NONE;
    }
  }

  private static String word(String text) {
    return text.matches("[A-Za-z0-9._-]{1,80}") ? text : "";
  }

  private static String sentence(String text) {
    String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
    return plain.length() > MESSAGE_MAX ? plain.substring(0, MESSAGE_MAX) + "…" : plain;
  }

  /** As a part of a sentence. */
  String words() {
    if (code.isEmpty()) {
      return "";
    }
    return message.isEmpty() ? " (" + code + ")" : " (" + code + ": " + message + ")";
  }
}
