package dev.roastery.cli.architecture.planted.joiner;

final class StartsAThread {
  private StartsAThread() {}

  static void start(Runnable work) {
    new Thread(work).start();
  }
}
