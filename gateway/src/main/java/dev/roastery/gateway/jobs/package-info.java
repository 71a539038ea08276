/**
 * A client's jobs: what can be asked of the gateway, whoever asks it (HTTP, a test). A job's life
 * is a durable workflow; parts are read as they arrive, and leave as batches. Nothing here knows
 * HTTP.
 */
@NullMarked
package dev.roastery.gateway.jobs;

import org.jspecify.annotations.NullMarked;
