package dev.roastery.cli;

import dev.roastery.cli.view.JobKey;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Values of options; one that cannot be read is answered in words, not with a Java exception. */
final class Values {

  private Values() {}

  static void register(CommandLine command) {
    ITypeConverter<Integer> whole =
        converter("is not a whole number, or too large", Integer::valueOf);
    ITypeConverter<Long> large = converter("is not a whole number, or too large", Long::valueOf);
    command
        .registerConverter(int.class, whole)
        .registerConverter(Integer.class, whole)
        .registerConverter(long.class, large)
        .registerConverter(Long.class, large)
        .registerConverter(JobKey.class, converter("is not the id of a job", JobKey::new))
        .registerConverter(URI.class, converter("is not like http://host:port", Values::uri))
        .registerConverter(Path.class, converter("cannot be a file's name", Path::of))
        .registerConverter(
            Duration.class, converter("is not a duration such as PT30S or PT8H", Duration::parse));
  }

  private static <T> ITypeConverter<T> converter(String wrong, Function<String, T> read) {
    return text -> {
      try {
        return read.apply(text);
      } catch (IllegalArgumentException | DateTimeParseException e) {
        throw new TypeConversionException("'" + text + "' " + wrong);
      }
    };
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
