/**
 * Real processes and networks to inject faults into: a private RabbitMQ broker, child processes
 * that end with this JVM, a TCP proxy that stalls and cuts connections, loopback ports. {@code
 * roastery chaos}, the tests and the benchmarks use it. It imports nothing but the JDK.
 */
@NullMarked
package dev.roastery.harness;

import org.jspecify.annotations.NullMarked;
