/**
 * The commands that ask a gateway: submit a job, follow it, approve, cancel and delete it, fetch
 * its results, list jobs and workers. {@code ClientCommand} holds what they share; the HTTP
 * interface itself is in {@code client}.
 */
@NullMarked
package dev.roastery.cli.operate;

import org.jspecify.annotations.NullMarked;
