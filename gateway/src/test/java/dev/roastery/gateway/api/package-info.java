/** The HTTP layer over real sockets, polite and hostile, above jobs that are kept in memory. */
package dev.roastery.gateway.api;
