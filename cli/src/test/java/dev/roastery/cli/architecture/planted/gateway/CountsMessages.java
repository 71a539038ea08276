package dev.roastery.cli.architecture.planted.gateway;

final class CountsMessages {
  private CountsMessages() {}

  interface Queue {
    long messageCount(String queue);
  }

  static boolean idle(Queue queue) {
    return queue.messageCount("work") == 0;
  }
}
