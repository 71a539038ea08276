package dev.roastery.bench;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast rows are encoded and decoded, in MB a second: {@code rawMegabytes} of the values in
 * memory, {@code encodedMegabytes} of the bytes.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx512m"})
public class RowsCodecBenchmark {

  @Param SampleRows sample = SampleRows.TRANSACTIONS;

  private Rows rows = sample.rows(new SplittableRandom(1));
  private byte[] bytes = new byte[0];

  @Setup
  public void encodeOnce() {
    rows = sample.rows(new SplittableRandom(1));
    bytes = RowsCodec.encode(rows);
  }

  @Benchmark
  public byte[] encode(Throughput done) {
    done.count(rows, bytes);
    return RowsCodec.encode(rows);
  }

  @Benchmark
  public Rows decode(Throughput done) throws WireException {
    done.count(rows, bytes);
    return RowsCodec.decode(bytes);
  }

  /** What these methods return, JMH shows per second; it calls that ops/s, whatever they count. */
  @State(Scope.Thread)
  @AuxCounters
  public static class Throughput {

    private long rawBytes;
    private long encodedBytes;

    @Setup(Level.Iteration)
    public void reset() {
      rawBytes = 0;
      encodedBytes = 0;
    }

    void count(Rows rows, byte[] bytes) {
      rawBytes += rows.decodedBytes();
      encodedBytes += bytes.length;
    }

    public double rawMegabytes() {
      return rawBytes / 1e6;
    }

    public double encodedMegabytes() {
      return encodedBytes / 1e6;
    }
  }
}
