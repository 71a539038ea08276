package dev.roastery.simulation.broker;

import java.util.EnumMap;
import java.util.Map;

/** How probable each fault is, from 0 to 1; those not named do not happen. */
public record BrokerFaults(Map<BrokerFault, Double> probabilities) {

  public static final BrokerFaults NONE = new BrokerFaults(Map.of());

  public BrokerFaults {
    Map<BrokerFault, Double> copy = new EnumMap<>(BrokerFault.class);
    copy.putAll(probabilities);
    probabilities = copy;
  }

  public BrokerFaults with(BrokerFault fault, double probability) {
    BrokerFaults more = new BrokerFaults(probabilities);
    more.probabilities.put(fault, probability);
    return more;
  }

  public double of(BrokerFault fault) {
    Double probability = probabilities.get(fault);
    return probability == null ? 0 : probability;
  }
}
