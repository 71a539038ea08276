package dev.roastery.common.share;

/**
 * The client of a job and how much that client is due: a client of weight 3 gets three times as
 * much as one of weight 1, however many jobs either has.
 *
 * @param client empty if the service does not know its clients: then the job is a client of its own
 */
public record Share(String client, int weight) {

  public static final int WEIGHT_MAX = 100;

  /** Of a job of no known client. */
  public static final Share OF_A_JOB = new Share("", 1);

  public Share {
    if (weight < 1 || weight > WEIGHT_MAX) {
      throw new IllegalArgumentException("a weight of %d: 1 to %d".formatted(weight, WEIGHT_MAX));
    }
  }

  public static Share of(String client) {
    return new Share(client, 1);
  }

  /** Whether the client is known. */
  public boolean hasClient() {
    return !client.isEmpty();
  }

  /** What has one share: the client, or that job. */
  public Object holder(Object job) {
    return hasClient() ? client : job;
  }
}
