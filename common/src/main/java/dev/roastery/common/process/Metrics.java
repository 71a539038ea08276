package dev.roastery.common.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Numbers for Prometheus, in its text format 0.0.4; any thread may count. */
public final class Metrics {

  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private interface Family {
    void write(StringBuilder out);
  }

  private final List<Family> families = new CopyOnWriteArrayList<>();

  /** Only grows; by the values of its labels. */
  public static final class Counter {
    private final List<String> labels;
    private final Map<String, LongAdder> values = new ConcurrentSkipListMap<>();

    private Counter(List<String> labels) {
      this.labels = labels;
    }

    public void add(long amount, String... labelValues) {
      values.computeIfAbsent(labelled(labels, labelValues), _ -> new LongAdder()).add(amount);
    }
  }

  /** How often values were how large; by the values of its labels. */
  public static final class Histogram {
    private record Cell(LongAdder[] counts, LongAdder nanos) {}

    private final double[] bounds;
    private final List<String> labels;
    private final Map<String, Cell> cells = new ConcurrentSkipListMap<>();

    private Histogram(double[] bounds, List<String> labels) {
      this.bounds = bounds;
      this.labels = labels;
    }

    public void observeNanos(long nanos, String... labelValues) {
      Cell cell = cells.computeIfAbsent(labelled(labels, labelValues), _ -> cell());
      int at = 0;
      while (at < bounds.length && nanos > bounds[at] * 1e9) {
        at++;
      }
      cell.counts()[at].increment();
      cell.nanos().add(nanos);
    }

    private Cell cell() {
      LongAdder[] counts = new LongAdder[bounds.length + 1];
      for (int at = 0; at < counts.length; at++) {
        counts[at] = new LongAdder();
      }
      return new Cell(counts, new LongAdder());
    }

    private void write(String name, StringBuilder out) {
      cells.forEach((labelled, cell) -> {
        long sum = 0;
        for (int at = 0; at < cell.counts().length; at++) {
          sum += cell.counts()[at].sum();
          String bound = at == bounds.length ? "+Inf" : number(bounds[at]);
          String comma = labelled.isEmpty() ? "" : ",";
          line(
              out, name + "_bucket", labelled + comma + "le=\"" + bound + "\"", Long.toString(sum));
        }
        line(out, name + "_sum", labelled, number(cell.nanos().sum() / 1e9));
        line(out, name + "_count", labelled, Long.toString(sum));
      });
    }
  }

  /** By convention the name of a counter ends with {@code _total}. */
  public Counter counter(String name, String help, String... labels) {
    Counter counter = new Counter(List.of(labels));
    families.add(out -> {
      head(out, name, help, "counter");
      counter.values.forEach((labelled, value) -> line(out, name, labelled, value.toString()));
    });
    return counter;
  }

  /** Asked each time the metrics are read; it only grows. */
  public void counter(String name, String help, LongSupplier value) {
    families.add(out -> {
      head(out, name, help, "counter");
      line(out, name, "", Long.toString(value.getAsLong()));
    });
  }

  public Histogram histogram(String name, String help, List<Double> bounds, String... labels) {
    double[] limits = bounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    Histogram histogram = new Histogram(limits, List.of(labels));
    families.add(out -> {
      head(out, name, help, "histogram");
      histogram.write(name, out);
    });
    return histogram;
  }

  /** Asked each time the metrics are read. */
  public void gauge(String name, String help, DoubleSupplier value) {
    families.add(out -> {
      head(out, name, help, "gauge");
      line(out, name, "", number(value.getAsDouble()));
    });
  }

  /** One of several gauges that come of one look. */
  public record Figure<T>(String name, String help, ToDoubleFunction<T> of) {}

  /** Looked at once each time the metrics are read. */
  public <T> void gauges(Supplier<T> look, List<Figure<T>> figures) {
    families.add(out -> {
      T seen = look.get();
      for (Figure<T> figure : figures) {
        head(out, figure.name(), figure.help(), "gauge");
        line(out, figure.name(), "", number(figure.of().applyAsDouble(seen)));
      }
    });
  }

  /** One value for each value of a label. */
  public void gauge(String name, String help, String label, Supplier<Map<String, Double>> values) {
    families.add(out -> {
      head(out, name, help, "gauge");
      new TreeMap<>(values.get())
          .forEach((of, value) -> line(out, name, labelled(List.of(label), of), number(value)));
    });
  }

  public String text() {
    StringBuilder out = new StringBuilder();
    families.forEach(family -> family.write(out));
    return out.toString();
  }

  private static void head(StringBuilder out, String name, String help, String type) {
    out.append("# HELP ").append(name).append(' ').append(help.replace("\n", " ")).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static void line(StringBuilder out, String name, String labelled, String value) {
    out.append(name);
    if (!labelled.isEmpty()) {
      out.append('{').append(labelled).append('}');
    }
    out.append(' ').append(value).append('\n');
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private static String labelled(List<String> names, String... values) {
    if (names.size() != values.length) {
      throw new IllegalArgumentException(values.length + " values for the labels " + names);
    }
    List<String> pairs = new ArrayList<>();
    for (int at = 0; at < values.length; at++) {
      String escaped = values[at].replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
      pairs.add(names.get(at) + "=\"" + escaped + "\"");
    }
    return String.join(",", pairs);
  }
}
