package dev.roastery.cli.folders;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** The files of a folder, as they are made. */
record FolderFiles(Path root) {

  void text(String path, String text) throws IOException {
    bytes(path, text.getBytes(UTF_8));
  }

  void text(String path, String text, Charset charset) throws IOException {
    bytes(path, text.getBytes(charset));
  }

  void gzip(String path, String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(UTF_8));
    }
    bytes(path, packed.toByteArray());
  }

  void zstd(String path, String text) throws IOException {
    bytes(path, Zstd.compress(text.getBytes(UTF_8)));
  }

  private void bytes(String path, byte[] bytes) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }
}
