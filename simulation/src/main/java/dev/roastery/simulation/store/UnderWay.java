package dev.roastery.simulation.store;

import java.util.ArrayList;
import java.util.List;

/** Requests that have not taken effect yet, though nobody may wait for them any more. */
final class UnderWay {

  /** So many calls later at most, but for what a scheduler wants sooner. */
  private static final int DOUBLINGS = 12;

  private static final int SOON = 64;

  private record Request(StoreChange change, long due) {}

  private final StoreDice dice;
  private final List<Request> requests = new ArrayList<>();
  private long calls;
  private long earliest = Long.MAX_VALUE;

  UnderWay(StoreDice dice) {
    this.dice = dice;
  }

  int size() {
    return requests.size();
  }

  /** To take effect some calls later, or many. */
  void add(StoreChange change) {
    add(change, dice.someUpTo(DOUBLINGS));
  }

  void addSoon(StoreChange change) {
    add(change, 1 + dice.below(SOON));
  }

  private void add(StoreChange change, int callsLater) {
    requests.add(new Request(change, calls + callsLater));
    earliest = Math.min(earliest, calls + callsLater);
  }

  /** Counts a call: takes out what has to take effect before it. */
  List<StoreChange> nextCall() {
    calls++;
    if (calls < earliest) {
      return List.of();
    }
    List<StoreChange> due =
        requests.stream().filter(each -> each.due <= calls).map(Request::change).toList();
    requests.removeIf(each -> each.due <= calls);
    earliest = requests.stream().mapToLong(Request::due).min().orElse(Long.MAX_VALUE);
    return due;
  }

  /** Takes all out, in any order. */
  List<StoreChange> takeAll() {
    List<StoreChange> all = new ArrayList<>();
    while (!requests.isEmpty()) {
      all.add(takeAny());
    }
    return all;
  }

  /** Takes any of them out; there is one. */
  StoreChange takeAny() {
    return requests.remove(dice.below(requests.size())).change;
  }
}
