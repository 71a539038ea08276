/**
 * From a socket to a call and back: one virtual thread per request, and no wait in it without a
 * limit ({@link ClientWait}). Bodies and results are streamed, so memory does not grow with them.
 * Knows no job. docs/adr/0005-http-server.md says what the JDK's server is made to do.
 */
@NullMarked
package dev.roastery.gateway.api.server;

import org.jspecify.annotations.NullMarked;
