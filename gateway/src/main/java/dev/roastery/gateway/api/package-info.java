/**
 * The gateway's HTTP interface. {@link ApiRoutes} is the table of all calls; each call is a method
 * of one of the {@code *Calls} classes, which translate between JSON and a {@link
 * dev.roastery.gateway.jobs.JobService}. docs/http.md is for clients. {@code server} has the
 * sockets, {@code response} the answers and problems.
 */
@NullMarked
package dev.roastery.gateway.api;

import org.jspecify.annotations.NullMarked;
