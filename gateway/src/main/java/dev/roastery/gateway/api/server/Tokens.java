package dev.roastery.gateway.api.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import dev.roastery.common.share.Share;
import dev.roastery.common.storage.Sha256;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The allowed clients: a file with a line {@code <client> <SHA-256 of the token in hexadecimal>}
 * for each token, perhaps with {@code weight=3} behind it; {@code #} begins a comment. A client may
 * have several tokens, and one weight; without any it is 1. A changed file applies from the next
 * request on. If the file cannot be read, every request is refused, so that a revoked token is
 * never valid for longer than its line.
 */
public final class Tokens {

  /** The client of every request where no token is needed. */
  public static final String ANONYMOUS = "anonymous";

  private static final int TOKEN_BYTES = 32;
  private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Pattern LINE =
      Pattern.compile(
          "(" + CLIENT.pattern() + ")\\s+([0-9a-fA-F]{64})(?:\\s+weight=([^\\s#]*))?\\s*(#.*)?");

  private static final Pattern WEIGHT = Pattern.compile("[1-9][0-9]?|100");

  private record Entry(String client, byte[] digest) {}

  /** The key tells a file that was moved here from the one before it. */
  private record Stamp(FileTime changed, long bytes, @Nullable Object key) {}

  private final @Nullable Path file;
  private final boolean ofThisMachineOnly;
  private volatile List<Entry> entries = List.of();
  private volatile Map<String, Integer> weights = Map.of();
  private @Nullable Stamp read;

  private Tokens(@Nullable Path file, boolean ofThisMachineOnly) {
    this.file = file;
    this.ofThisMachineOnly = ofThisMachineOnly;
  }

  /**
   * Without a file, every client is {@link #ANONYMOUS}.
   *
   * @param ofThisMachineOnly whether no other machine reaches the gateway
   */
  public static Tokens of(@Nullable Path file, boolean ofThisMachineOnly) throws IOException {
    Tokens tokens = new Tokens(file, ofThisMachineOnly);
    if (file != null) {
      tokens.readAgainIfChanged(file);
    }
    return tokens;
  }

  /** A token that cannot be guessed. */
  public static String fresh() {
    byte[] bytes = new byte[TOKEN_BYTES];
    // It must be unpredictable: this is the only random value that must not come from a seed.
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** The line to append to the file. */
  public static String line(String client, String token) {
    if (!CLIENT.matcher(client).matches()) {
      throw new IllegalArgumentException(
          "'"
              + client
              + "' is not a client's name: use 1 to 64 letters, digits, points, hyphens and"
              + " underscores, beginning with a letter or digit");
    }
    return client + " " + Sha256.hex(token.getBytes(UTF_8));
  }

  String client(Headers headers) {
    if (file == null) {
      if (ofThisMachineOnly) {
        HostNames.require(headers);
      }
      return ANONYMOUS;
    }
    try {
      readAgainIfChanged(file);
    } catch (IOException e) {
      throw new HttpProblem(
          ProblemType.UNAVAILABLE, "the gateway cannot read its token file; tell the operator");
    }
    List<String> given = headers.getOrDefault("Authorization", List.of());
    if (given.size() != 1 || !given.getFirst().regionMatches(true, 0, "Bearer ", 0, 7)) {
      throw unauthorized("send one header 'Authorization: Bearer' with your token");
    }
    String client = client(given.getFirst().substring(7).strip());
    if (client == null) {
      throw unauthorized("this token is unknown");
    }
    return client;
  }

  /** What a client is due of the service, as the file has it now. */
  public Share share(String client) {
    return file == null ? Share.OF_A_JOB : new Share(client, weights.getOrDefault(client, 1));
  }

  /** Compares with all entries even after a match, so that the time reveals nothing. */
  private @Nullable String client(String token) {
    byte[] digest = Sha256.of(token.getBytes(UTF_8));
    String found = null;
    for (Entry entry : entries) {
      if (MessageDigest.isEqual(entry.digest(), digest)) {
        found = entry.client();
      }
    }
    return found;
  }

  private static HttpProblem unauthorized(String detail) {
    return new HttpProblem(
        ProblemType.UNAUTHORIZED,
        detail,
        Map.of("WWW-Authenticate", "Bearer realm=\"roastery\""),
        Map.of());
  }

  private synchronized void readAgainIfChanged(Path path) throws IOException {
    BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
    Stamp now = new Stamp(found.lastModifiedTime(), found.size(), found.fileKey());
    if (!now.equals(read)) {
      readAgain(path);
      read = now;
    }
  }

  private void readAgain(Path path) throws IOException {
    List<Entry> clients = new ArrayList<>();
    Map<String, Integer> stated = new HashMap<>();
    List<String> lines = Files.readAllLines(path, UTF_8);
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new IOException(
            path + ":" + (at + 1) + ": expected a client's name and the SHA-256 of its token");
      }
      String client = matcher.group(1);
      clients.add(new Entry(client, HexFormat.of().parseHex(matcher.group(2))));
      if (matcher.group(3) != null) {
        int weight = weight(matcher.group(3), path + ":" + (at + 1));
        Integer before = stated.put(client, weight);
        if (before != null && before != weight) {
          throw new IOException(
              "%s:%d: client %s has weight %d here and %d before: a client has one weight"
                  .formatted(path, at + 1, client, weight, before));
        }
      }
    }
    weights = Map.copyOf(stated);
    entries = List.copyOf(clients);
  }

  private static int weight(String text, String where) throws IOException {
    if (!WEIGHT.matcher(text).matches()) {
      throw new IOException(
          "%s: the weight is '%s': choose a whole number from 1 to %d"
              .formatted(where, text, Share.WEIGHT_MAX));
    }
    return Integer.parseInt(text);
  }
}
