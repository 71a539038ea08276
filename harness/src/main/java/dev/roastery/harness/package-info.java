/**
 * Real processes and networks for fault injection: a private RabbitMQ broker, child processes that
 * end with this JVM, a TCP proxy that stalls and cuts connections, loopback ports. {@code roastery
 * chaos}, the tests and the benchmarks use it. It needs only the JDK, and no other subproject but
 * the port of object stores, which its subpackage serves.
 */
@NullMarked
package dev.roastery.harness;

import org.jspecify.annotations.NullMarked;
