package dev.roastery.gateway.jobs.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Names below {@code moved.test}, whose owner means no good: asked for the first time, they are a
 * public address, and from then on this machine's. Those below {@code both.test} are both at once.
 * Other names are what they are.
 */
public final class MovedNames extends InetAddressResolverProvider {

  private static final Map<String, AtomicInteger> LOOKUPS = new ConcurrentHashMap<>();

  static int lookups(String host) {
    return LOOKUPS.getOrDefault(host, new AtomicInteger()).get();
  }

  @Override
  public String name() {
    return "moved names";
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    InetAddressResolver usual = configuration.builtinResolver();
    return new InetAddressResolver() {
      @Override
      public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
          throws UnknownHostException {
        if (host.endsWith(".moved.test")) {
          int before = LOOKUPS.computeIfAbsent(host, _ -> new AtomicInteger()).getAndIncrement();
          return Stream.of(before == 0 ? somewhere() : InetAddress.getLoopbackAddress());
        }
        return host.endsWith(".both.test")
            ? Stream.of(somewhere(), InetAddress.getLoopbackAddress())
            : usual.lookupByName(host, policy);
      }

      @Override
      public String lookupByAddress(byte[] address) throws UnknownHostException {
        return usual.lookupByAddress(address);
      }
    };
  }

  private static InetAddress somewhere() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 9});
  }
}
