package dev.roastery.common.storage.s3.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.storage.Sha256;
import dev.roastery.common.storage.s3.credentials.Credentials;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The examples that AWS publishes for Signature Version 4 in the Authorization header. */
class SignatureTest {

  private static final Credentials EXAMPLE =
      Credentials.lasting("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "");
  private static final Signature SIGNATURE =
      new Signature(EXAMPLE, "us-east-1", Instant.parse("2013-05-24T00:00:00Z"));

  private static SortedMap<String, String> headers(String body, Map<String, String> others) {
    SortedMap<String, String> headers = new TreeMap<>(others);
    headers.put("host", "examplebucket.s3.amazonaws.com");
    headers.put("x-amz-content-sha256", Sha256.hex(body.getBytes(UTF_8)));
    headers.put("x-amz-date", SIGNATURE.date());
    return headers;
  }

  @Test
  void getObject() {
    assertThat(
            SIGNATURE.authorization(
                "GET", "/test.txt", "", headers("", Map.of("range", "bytes=0-9"))))
        .isEqualTo(
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature="
                + "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
  }

  @Test
  void putObject() {
    SortedMap<String, String> headers =
        headers(
            "Welcome to Amazon S3.",
            Map.of(
                "date", "Fri, 24 May 2013 00:00:00 GMT",
                "x-amz-storage-class", "REDUCED_REDUNDANCY"));
    String path = "/" + UriText.path("test$file.text");
    assertThat(SIGNATURE.authorization("PUT", path, "", headers))
        .endsWith("=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
  }

  @Test
  void getBucketLifecycle() {
    String query = UriText.query(new TreeMap<>(Map.of("lifecycle", "")));
    assertThat(SIGNATURE.authorization("GET", "/", query, headers("", Map.of())))
        .endsWith("=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
  }

  @Test
  void listObjects() {
    String query = UriText.query(new TreeMap<>(Map.of("prefix", "J", "max-keys", "2")));
    assertThat(SIGNATURE.authorization("GET", "/", query, headers("", Map.of())))
        .endsWith("=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
  }

  @Test
  void onlyUnreservedLettersStayAsTheyAre() {
    assertThat(UriText.path("a b+c%/ä*~-_.(1)")).isEqualTo("a%20b%2Bc%25/%C3%A4%2A~-_.%281%29");
    assertThat(UriText.query(new TreeMap<>(Map.of("b", "x/y", "a", "="))))
        .isEqualTo("a=%3D&b=x%2Fy");
  }

  @Test
  void aSignatureDoesNotTellItsSecret() {
    assertThat(SIGNATURE.toString() + EXAMPLE).doesNotContain(EXAMPLE.secretKey());
  }
}
