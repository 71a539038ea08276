package dev.roastery.common.storage.s3.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import dev.roastery.common.storage.object.StoreRefusedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The first place counts, and credentials are renewed before they end. */
class CredentialChainTest {

  private static final Instant START = Instant.parse("2026-11-20T04:00:00Z");

  private Instant now = START;

  /** Has credentials that last for an hour, unless it is away. */
  private final class Service implements CredentialPlace {

    private int looks;
    private boolean isAway;

    @Override
    public String name() {
      return "the service";
    }

    @Override
    public Optional<Credentials> look() throws StoreException {
      looks++;
      if (isAway) {
        throw new StoreAwayException("the service is away");
      }
      return Optional.of(
          new Credentials("key-" + looks, "secret", "token", now.plus(Duration.ofHours(1))));
    }
  }

  private final Service service = new Service();
  private final CredentialChain chain = new CredentialChain(List.of(service), () -> now);

  private void at(int minutes) {
    now = START.plus(Duration.ofMinutes(minutes));
  }

  @Test
  void theyAreRenewedFiveMinutesBeforeTheyEnd() throws StoreException {
    assertThat(chain.current().accessKey()).isEqualTo("key-1");
    at(54);
    assertThat(chain.current().accessKey()).isEqualTo("key-1");
    at(55);
    assertThat(chain.current().accessKey()).isEqualTo("key-2");
    assertThat(service.looks).isEqualTo(2);
  }

  @Test
  void whileTheyCannotBeRenewedTheOldOnesServeAsLongAsTheyLast() throws StoreException {
    chain.current();
    service.isAway = true;
    at(56);
    assertThat(chain.current().accessKey()).isEqualTo("key-1");
    assertThat(chain.current().accessKey()).isEqualTo("key-1");
    assertThat(service.looks).as("it is not asked each time").isEqualTo(2);
    at(60);
    assertThatThrownBy(chain::current).isInstanceOf(StoreAwayException.class);
    service.isAway = false;
    assertThat(chain.current().accessKey()).isEqualTo("key-4");
  }

  @Test
  void thoseThatTheStoreTakesForEndedAreLookedUpAgain() throws StoreException {
    chain.current();
    chain.renew();
    assertThat(chain.current().accessKey()).isEqualTo("key-2");
  }

  @Test
  void theEnvironmentComesFirst() throws StoreException {
    Map<String, String> environment =
        Map.of(
            "AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_PROFILE", "other");
    assertThat(CredentialChain.of(environment, () -> now).current().accessKey()).isEqualTo("key");
  }

  /** In a header, the JDK would refuse them with a message that has them in it. */
  @Test
  void thoseWithALineBreakAreRefusedAndNotTold() {
    Map<String, String> environment =
        Map.of(
            "AWS_ACCESS_KEY_ID",
            "key",
            "AWS_SECRET_ACCESS_KEY",
            "secret",
            "AWS_SESSION_TOKEN",
            "the-token\nof-two-lines");
    assertThatThrownBy(() -> CredentialChain.of(environment, () -> now).current())
        .isInstanceOf(StoreRefusedException.class)
        .message()
        .contains("has a blank or a line break in it")
        .doesNotContain("the-token");
  }

  @Test
  void whereThereAreNoneAllPlacesAreNamed() {
    Map<String, String> environment =
        Map.of("HOME", "/nowhere", "AWS_EC2_METADATA_DISABLED", "true");
    assertThatThrownBy(() -> CredentialChain.of(environment, () -> now).current())
        .isInstanceOf(StoreRefusedException.class)
        .hasMessage(
            "no credentials for the object store; looked at the variables AWS_ACCESS_KEY_ID and"
                + " AWS_SECRET_ACCESS_KEY, the profile default in /nowhere/.aws/credentials, the"
                + " container's credentials, the role of this virtual machine");
  }
}
