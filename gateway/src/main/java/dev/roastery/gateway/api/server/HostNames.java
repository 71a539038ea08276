package dev.roastery.gateway.api.server;

import com.sun.net.httpserver.Headers;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The names by which a gateway may be called that needs no token, because only this machine reaches
 * it. A web site can give its own name the address of this machine (DNS rebinding); its page in a
 * browser of this machine would then be of the same origin as the gateway. Such a name has a point
 * in it, and is not refused by the browser.
 */
final class HostNames {

  private static final Pattern OF_THIS_MACHINE =
      Pattern.compile("(\\[.*\\]|[0-9.]+|[^.]*|.*\\.localhost)(:[0-9]*)?");

  private HostNames() {}

  static void require(Headers headers) {
    String host = headers.getFirst("Host");
    if (host != null && !OF_THIS_MACHINE.matcher(host.toLowerCase(Locale.ROOT)).matches()) {
      throw new HttpProblem(
          ProblemType.FORBIDDEN,
          "a gateway without tokens is called by localhost or an address, not by another name;"
              + " give it tokens (--tokens) to use it by a name");
    }
  }
}
