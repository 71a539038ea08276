package dev.roastery.gateway.cluster;

import dev.roastery.common.process.NodeName;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Names that people recognise: {@code aggregator@host}; where a host has had several of a kind,
 * {@code aggregator@host:pid}; and where these are alike, too, with the number of the start.
 */
final class NodeNames {

  private NodeNames() {}

  static Map<NodeName, String> of(Collection<NodeName> nodes) {
    Map<NodeName, String> names = new HashMap<>();
    by(NodeNames::ofHost, nodes)
        .forEach((name, alike) -> {
          if (alike.size() == 1) {
            names.put(alike.getFirst(), name);
          } else {
            names.putAll(withPid(alike));
          }
        });
    return names;
  }

  private static Map<NodeName, String> withPid(List<NodeName> nodes) {
    Map<NodeName, String> names = new HashMap<>();
    by(node -> ofHost(node) + ":" + node.pid(), nodes)
        .forEach((name, alike) -> {
          for (int start = 0; start < alike.size(); start++) {
            names.put(alike.get(start), alike.size() == 1 ? name : name + "." + (start + 1));
          }
        });
    return names;
  }

  private static Map<String, List<NodeName>> by(
      Function<NodeName, String> name, Collection<NodeName> nodes) {
    return nodes.stream()
        .sorted(Comparator.comparing(NodeName::started))
        .collect(Collectors.groupingBy(name));
  }

  private static String ofHost(NodeName node) {
    return node.stage() + "@" + node.host();
  }
}
