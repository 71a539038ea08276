package dev.roastery.gateway.page;

import dev.roastery.common.storage.Sha256;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.server.ApiRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;

/**
 * A file that does not change while this process lives. Browsers keep it, and ask by its tag
 * whether it is still the same; what is sent is compressed, once for all.
 */
record StaticFile(String type, byte[] bytes, byte[] packed, String digest) {

  private static final int DIGEST_LENGTH = 20;

  static StaticFile of(String type, byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    String digest = Sha256.hex(bytes).substring(0, DIGEST_LENGTH);
    return new StaticFile(type, bytes, packed.toByteArray(), digest);
  }

  ApiResponse answer(ApiRequest call) {
    boolean packs = call.takesGzip() && packed.length < bytes.length;
    String tag = "\"" + digest + (packs ? "-gzip" : "") + "\"";
    ApiResponse answer =
        call.hasTag(tag)
            ? ApiResponse.nothing(304)
            : ApiResponse.bytes(200, type, packs ? packed : bytes);
    ApiResponse described =
        answer.with("ETag", tag).with("Vary", "Accept-Encoding").with("Cache-Control", "no-cache");
    return packs ? described.with("Content-Encoding", "gzip") : described;
  }
}
