package dev.roastery.cli.client;

/** Hears how far each part is; called by the threads that send. */
@FunctionalInterface
public interface SentBytes {

  /** So many bytes of the part are on their way or there; fewer than before after a restart. */
  void at(PartFile part, long bytes);
}
