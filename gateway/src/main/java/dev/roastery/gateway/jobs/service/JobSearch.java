package dev.roastery.gateway.jobs.service;

import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs of a client are asked for, the newest first.
 *
 * @param state only jobs in it
 * @param text only jobs whose name, id or one of whose queries' names contains it
 * @param after only jobs that are older than this one
 */
public record JobSearch(
    @Nullable JobState state, @Nullable String text, @Nullable UUID after, int limit) {

  /** The newest jobs. */
  public static JobSearch newest(int limit) {
    return new JobSearch(null, null, null, limit);
  }

  /** Whether the text is in one of the words, in capitals or not. */
  public boolean finds(Stream<String> words) {
    if (text == null) {
      return true;
    }
    String sought = text.toLowerCase(Locale.ROOT);
    return words.anyMatch(word -> word.toLowerCase(Locale.ROOT).contains(sought));
  }
}
