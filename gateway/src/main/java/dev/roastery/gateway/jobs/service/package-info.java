/**
 * What clients can ask of the gateway, whichever way they come (HTTP, a test): the calls, what they
 * take and give, and what is refused. Decides nothing but whether a request makes a plan. May use:
 * cluster, input, common.
 */
@NullMarked
package dev.roastery.gateway.jobs.service;

import org.jspecify.annotations.NullMarked;
