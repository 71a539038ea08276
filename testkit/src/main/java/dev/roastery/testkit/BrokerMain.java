package dev.roastery.testkit;

/** Placeholder. */
public final class BrokerMain {
  private BrokerMain() {}

  /** Placeholder. */
  public static void main(String[] args) {}
}
