/**
 * The gateway's HTTP interface: everything between the socket and a {@link
 * dev.roastery.gateway.jobs.service.JobService}. {@link dev.roastery.gateway.http.Routes} is the table of
 * all calls; what can go wrong is a {@link dev.roastery.gateway.http.HttpProblem}. A request is one
 * virtual thread, and no wait in it is without limit ({@link dev.roastery.gateway.http.Turn}).
 * Bodies and results are streamed: memory does not grow with them. docs/http.md is for clients,
 * docs/adr/0005-http-server.md says what the server below is made to do.
 */
@NullMarked
package dev.roastery.gateway.http;

import org.jspecify.annotations.NullMarked;
