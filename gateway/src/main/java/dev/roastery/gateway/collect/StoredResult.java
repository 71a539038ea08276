package dev.roastery.gateway.collect;

import dev.roastery.common.storage.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Reads the digest of a result off its file. */
final class StoredResult {

  private StoredResult() {}

  static ResultDigest digest(Path file) throws IOException {
    MessageDigest digest = Sha256.start();
    long lines = 0;
    boolean quoted = false;
    byte[] piece = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        digest.update(piece, 0, read);
        for (int i = 0; i < read; i++) {
          quoted ^= piece[i] == '"';
          lines += piece[i] == '\n' && !quoted ? 1 : 0;
        }
      }
    }
    String hex = HexFormat.of().formatHex(digest.digest());
    return new ResultDigest(hex, lines - 1, Files.size(file));
  }
}
