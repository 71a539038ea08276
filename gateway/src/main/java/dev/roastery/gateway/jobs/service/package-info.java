/**
 * The gateway's calls for clients, independent of HTTP: the calls, their parameters and results,
 * and refusals. The only decision here is whether a request makes a plan. May use: cluster, input,
 * common.
 */
@NullMarked
package dev.roastery.gateway.jobs.service;

import org.jspecify.annotations.NullMarked;
