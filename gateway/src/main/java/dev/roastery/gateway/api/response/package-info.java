/**
 * What goes back to a client: answers, and problem details (RFC 9457) with one sentence that says
 * what is wrong and what to do.
 */
@NullMarked
package dev.roastery.gateway.api.response;

import org.jspecify.annotations.NullMarked;
