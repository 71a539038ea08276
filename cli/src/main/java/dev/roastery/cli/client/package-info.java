/**
 * The client's side of the gateway's HTTP API: calls that survive a gateway that restarts, uploads
 * that go on where they were, events that are followed, results that are checked against their
 * digests. Nothing here prints or knows a command line; what goes wrong for good is a {@link
 * dev.roastery.cli.client.GatewayFailure}.
 */
@NullMarked
package dev.roastery.cli.client;

import org.jspecify.annotations.NullMarked;
