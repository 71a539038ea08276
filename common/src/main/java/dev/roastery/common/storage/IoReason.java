package dev.roastery.common.storage;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Why something could not be read or written, in words: the name of a Java class says nothing. */
public final class IoReason {

  private IoReason() {}

  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException none -> none.getFile() + " does not exist";
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " exists already";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case DirectoryNotEmptyException folder -> folder.getFile() + " is not empty";
      case FileSystemException other -> file(other) + words(other.getReason());
      case FileNotFoundException none -> words(none.getMessage());
      case CharacterCodingException _ -> "it is not text in UTF-8";
      case EOFException _ -> "it ends too early";
      default -> words(e.getMessage());
    };
  }

  private static String file(FileSystemException e) {
    return e.getFile() == null ? "" : e.getFile() + ": ";
  }

  private static String words(@Nullable String message) {
    return message == null || message.isBlank() ? "an input or output error" : message;
  }
}
