package dev.roastery.common.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.junit.jupiter.api.Test;

class IoReasonTest {

  @Test
  void noReasonIsTheNameOfAClass() {
    List<IOException> all =
        List.of(
            new NoSuchFileException("a"),
            new AccessDeniedException("a"),
            new FileAlreadyExistsException("a"),
            new NotDirectoryException("a"),
            new DirectoryNotEmptyException("a"),
            new FileSystemException("a", null, "Read-only file system"),
            new FileSystemException(null),
            new MalformedInputException(1),
            new EOFException(),
            new IOException(),
            new IOException("No space left on device"));

    assertThat(all.stream().map(IoReason::of))
        .containsExactly(
            "a does not exist",
            "no permission for a",
            "a exists already",
            "a is not a folder",
            "a is not empty",
            "a: Read-only file system",
            "an input or output error",
            "it is not text in UTF-8",
            "it ends too early",
            "an input or output error",
            "No space left on device");
  }
}
