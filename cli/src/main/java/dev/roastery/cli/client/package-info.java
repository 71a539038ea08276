/**
 * The client's side of the gateway's HTTP API: calls that survive a restart of the gateway, uploads
 * that resume, events that are followed, results that are checked against their digests. No code
 * here prints or knows a command line; a permanent failure is a {@link
 * dev.roastery.cli.client.GatewayFailure}.
 */
@NullMarked
package dev.roastery.cli.client;

import org.jspecify.annotations.NullMarked;
