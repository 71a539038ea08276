package dev.roastery.common.storage.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each place where credentials can be. */
class CredentialPlacesTest {

  private static final String ANSWER =
      """
      {"AccessKeyId": "key", "SecretAccessKey": "the-secret", "Token": "the-token",
       "Expiration": "2026-11-20T10:00:00Z", "Code": "Success"}\
      """;
  private static final Credentials OF_SERVICE =
      new Credentials("key", "the-secret", "the-token", Instant.parse("2026-11-20T10:00:00Z"));

  private final HttpServer service;
  private final List<String> asked = new CopyOnWriteArrayList<>();

  CredentialPlacesTest() throws IOException {
    service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  private String root() {
    return "http://127.0.0.1:" + service.getAddress().getPort();
  }

  private void answer(String path, String header, String wanted, String answer) {
    service.createContext(
        path,
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
          boolean isMeant =
              exchange.getRequestURI().getPath().equals(path)
                  && (header.isEmpty()
                      || wanted.equals(exchange.getRequestHeaders().getFirst(header)));
          send(exchange, isMeant ? 200 : 401, isMeant ? answer : "no");
        });
  }

  private static void send(HttpExchange exchange, int status, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theEnvironmentHasAKeyAndPerhapsAToken() throws StoreException {
    Map<String, String> both =
        Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret");
    assertThat(new EnvironmentPlace(both).look())
        .contains(Credentials.lasting("key", "secret", ""));
    Map<String, String> all =
        Map.of(
            "AWS_ACCESS_KEY_ID",
            "key",
            "AWS_SECRET_ACCESS_KEY",
            "secret",
            "AWS_SESSION_TOKEN",
            "token");
    assertThat(new EnvironmentPlace(all).look())
        .contains(Credentials.lasting("key", "secret", "token"));
    assertThat(new EnvironmentPlace(Map.of()).look()).isEmpty();
    assertThatThrownBy(() -> new EnvironmentPlace(Map.of("AWS_ACCESS_KEY_ID", "key")).look())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("set both");
  }

  private static Map<String, String> home(Path home, String... others) {
    Map<String, String> all = new TreeMap<>(Map.of("HOME", home.toString()));
    for (int i = 0; i < others.length; i += 2) {
      all.put(others[i], others[i + 1]);
    }
    return all;
  }

  @Test
  void theSharedFileHasProfiles(@TempDir Path home) throws IOException {
    assertThat(new ProfilePlace(home(home)).look()).isEmpty();
    Path file = home.resolve(".aws/credentials");
    Files.createDirectories(file.getParent());
    Files.writeString(
        file,
        """
        # of this machine
        [default]
        aws_access_key_id = key-1
        aws_secret_access_key = a=b/c==

        [other]
        aws_access_key_id=key-2
        # aws_secret_access_key=old
        aws_secret_access_key=secret-2
        aws_session_token=token-2
        [half]
        aws_access_key_id=key-3
        """);
    assertThat(new ProfilePlace(home(home)).look())
        .contains(Credentials.lasting("key-1", "a=b/c==", ""));
    assertThat(new ProfilePlace(home(home, "AWS_PROFILE", "other")).look())
        .contains(Credentials.lasting("key-2", "secret-2", "token-2"));
    Path elsewhere = Files.move(file, home.resolve("elsewhere"));
    assertThat(
            new ProfilePlace(home(home, "AWS_SHARED_CREDENTIALS_FILE", elsewhere.toString()))
                .look())
        .contains(Credentials.lasting("key-1", "a=b/c==", ""));
    Map<String, String> half =
        home(home, "AWS_SHARED_CREDENTIALS_FILE", elsewhere.toString(), "AWS_PROFILE", "half");
    assertThatThrownBy(() -> new ProfilePlace(half).look())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("lacks aws_access_key_id or aws_secret_access_key");
    assertThatThrownBy(() -> new ProfilePlace(home(home, "AWS_PROFILE", "none")).look())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("AWS_PROFILE is set, but there is no");
  }

  @Test
  void aContainerAsksItsService(@TempDir Path folder) throws IOException {
    answer("/creds", "Authorization", "the-pass", ANSWER);
    Map<String, String> byVariable =
        Map.of(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            root() + "/creds",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN",
            "the-pass");
    assertThat(new ContainerPlace(byVariable).look()).contains(OF_SERVICE);
    Path pass = Files.writeString(folder.resolve("pass"), "the-pass\n");
    Map<String, String> byFile =
        Map.of(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            root() + "/creds",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
            pass.toString());
    assertThat(new ContainerPlace(byFile).look()).contains(OF_SERVICE);
    Map<String, String> without = Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", root() + "/creds");
    assertThatThrownBy(() -> new ContainerPlace(without).look())
        .isInstanceOf(StoreAwayException.class)
        .hasMessageContaining("it says 401");
    assertThat(new ContainerPlace(Map.of()).look()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://store.example/creds", "ftp://127.0.0.1/x", "::", "http://[/"})
  void aContainerSendsItsPassToNobodyElse(String address) {
    Map<String, String> elsewhere =
        Map.of(
            "AWS_CONTAINER_CREDENTIALS_FULL_URI",
            address,
            "AWS_CONTAINER_AUTHORIZATION_TOKEN",
            "the-pass");
    assertThatThrownBy(() -> new ContainerPlace(elsewhere).look())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessageContaining("neither https nor an address of this machine");
  }

  @Test
  void aVirtualMachineAsksItsServiceWithAToken() throws StoreException {
    String roles = "/latest/meta-data/iam/security-credentials/";
    answer("/latest/api/token", "X-aws-ec2-metadata-token-ttl-seconds", "21600", "a-token");
    answer(roles, "X-aws-ec2-metadata-token", "a-token", "worker\n");
    answer(roles + "worker", "X-aws-ec2-metadata-token", "a-token", ANSWER);
    Map<String, String> environment = Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", root() + "/");
    assertThat(new InstancePlace(environment).look()).contains(OF_SERVICE);
    assertThat(asked)
        .containsExactly("PUT /latest/api/token", "GET " + roles, "GET " + roles + "worker");
  }

  @Test
  void aMachineWithoutSuchAServiceHasNone() throws StoreException {
    Map<String, String> environment = Map.of("AWS_EC2_METADATA_SERVICE_ENDPOINT", root());
    assertThat(new InstancePlace(environment).look()).isEmpty();
    service.stop(0);
    assertThat(new InstancePlace(environment).look()).isEmpty();
    assertThat(new InstancePlace(Map.of("AWS_EC2_METADATA_DISABLED", "true")).look())
        .isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "the-secret", "{}", "{\"AccessKeyId\": \"the-secret", "[1]"})
  void whatIsNoCredentialsIsNotRepeated(String answer) {
    answer("/creds", "", "", answer);
    Map<String, String> environment =
        Map.of("AWS_CONTAINER_CREDENTIALS_FULL_URI", root() + "/creds");
    assertThatThrownBy(() -> new ContainerPlace(environment).look())
        .isInstanceOf(StoreAwayException.class)
        .hasNoCause()
        .hasMessage("what " + root() + "/creds sends are no credentials");
  }
}
