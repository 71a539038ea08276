package dev.roastery.simulation.source;

import dev.roastery.common.message.Message;
import dev.roastery.common.partition.range.RangeReading;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What one process reads, a batch in a step, in any order of ranges. */
public final class SimulatedReader implements RangeReading {

  private final SimulatedSource source;
  private final SplittableRandom random;
  private final List<InHand> inHand = new ArrayList<>();

  SimulatedReader(SimulatedSource source, SplittableRandom random) {
    this.source = source;
    this.random = random;
  }

  @Override
  public Reading begin(String plan, Message.Range range, Sink sink) {
    InHand begun = new InHand(range, sink);
    inHand.add(begun);
    return begun;
  }

  /** Whether nothing is being read. */
  public boolean idle() {
    return inHand.isEmpty();
  }

  /** Some read comes to its end, perhaps. */
  public void step() {
    if (!inHand.isEmpty() && random.nextInt(3) > 0) {
      InHand next = inHand.get(random.nextInt(inHand.size()));
      Message.Range range = next.range;
      next.sink.batch(new Message.Batch(range.first(), source.read(range)));
      inHand.remove(next);
    }
  }

  private final class InHand implements Reading {
    private final Message.Range range;
    private final Sink sink;

    InHand(Message.Range range, Sink sink) {
      this.range = range;
      this.sink = sink;
    }

    @Override
    public void taken() {}

    @Override
    public void close() {
      inHand.remove(this);
    }
  }
}
