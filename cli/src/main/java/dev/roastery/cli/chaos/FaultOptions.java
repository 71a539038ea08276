package dev.roastery.cli.chaos;

import dev.roastery.cli.chaos.target.ChaosTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which faults to inject: how many, how often, for how long, and for each kind its possible
 * victims.
 */
public record FaultOptions(
    Map<FaultKind, List<String>> victims, int count, Rhythm rhythm, Durations durations) {

  /** How the time between two faults is drawn. */
  public enum Rhythm {
    PERIODIC,
    EXPONENTIAL
  }

  /**
   * @param everyMillis from one fault to the next, on average
   * @param holdMillis how long a pause or a silence takes at least; up to twice as long
   * @param reviveMillis how long who was killed stays dead
   */
  public record Durations(long everyMillis, long holdMillis, long reviveMillis) {}

  /** The words are kinds, stages and nodes; those of one sort are alternatives. */
  public record Filter(List<String> only, List<String> except) {}

  /** The victims of each kind; a kind without any victim left is not in the plan. */
  public static Map<FaultKind, List<String>> choose(List<String> parts, Filter filter) {
    Map<FaultKind, List<String>> chosen = new LinkedHashMap<>();
    for (FaultKind kind : FaultKind.values()) {
      List<String> victims =
          kind.victims(parts).stream().filter(victim -> isChosen(kind, victim, filter)).toList();
      if (!victims.isEmpty()) {
        chosen.put(kind, victims);
      }
    }
    return chosen;
  }

  /** Whether the word is a kind of fault for which there must be an object store. */
  static boolean isOfStore(String word) {
    return kind(word).filter(FaultKind::isOfStore).isPresent();
  }

  /** The words that mean neither a kind of fault that has a victim here nor a victim. */
  public static List<String> unknown(List<String> parts, Filter filter) {
    List<String> words = new ArrayList<>(filter.only());
    words.addAll(filter.except());
    words.removeIf(word -> isKindOf(parts, word) || isVictim(word, parts));
    return words;
  }

  private static boolean isChosen(FaultKind kind, String victim, Filter filter) {
    List<String> kinds = filter.only().stream().filter(FaultOptions::isKind).toList();
    List<String> names = filter.only().stream().filter(word -> !isKind(word)).toList();
    return (kinds.isEmpty() || kinds.contains(kind.word()))
        && (names.isEmpty() || names.stream().anyMatch(name -> means(name, victim)))
        && filter.except().stream()
            .noneMatch(word -> word.equals(kind.word()) || means(word, victim));
  }

  private static boolean isKindOf(List<String> parts, String word) {
    return kind(word).filter(kind -> !kind.victims(parts).isEmpty()).isPresent();
  }

  private static boolean isKind(String word) {
    return kind(word).isPresent();
  }

  private static Optional<FaultKind> kind(String word) {
    return Stream.of(FaultKind.values()).filter(kind -> kind.word().equals(word)).findFirst();
  }

  private static boolean isVictim(String word, List<String> parts) {
    return word.equals(ChaosTarget.BROKER)
        || word.equals(ChaosTarget.ALL)
        || parts.stream().anyMatch(part -> means(word, part));
  }

  private static boolean means(String word, String victim) {
    return word.equals(victim) || word.equals(ChaosTarget.stage(victim));
  }
}
