package dev.roastery.common.storage.s3.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Text in an address as the S3 API wants it: all but unreserved letters by their UTF-8 bytes. */
public final class UriText {

  private static final String UNRESERVED = "-._~";
  private static final String HEX = "0123456789ABCDEF";

  private UriText() {}

  /** A name with its slashes. */
  public static String path(String name) {
    return encoded(name, "/");
  }

  /** Parameters in the order of their names, as they are sent and signed. */
  public static String query(SortedMap<String, String> parameters) {
    return parameters.entrySet().stream().map(UriText::pair).collect(Collectors.joining("&"));
  }

  private static String pair(Map.Entry<String, String> parameter) {
    return encoded(parameter.getKey(), "") + "=" + encoded(parameter.getValue(), "");
  }

  private static String encoded(String text, String kept) {
    StringBuilder all = new StringBuilder();
    for (byte each : text.getBytes(UTF_8)) {
      char letter = (char) (each & 0xFF);
      if (isUnreserved(letter) || kept.indexOf(letter) >= 0) {
        all.append(letter);
      } else {
        all.append('%').append(HEX.charAt(letter >> 4)).append(HEX.charAt(letter & 15));
      }
    }
    return all.toString();
  }

  private static boolean isUnreserved(char letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || UNRESERVED.indexOf(letter) >= 0;
  }
}
