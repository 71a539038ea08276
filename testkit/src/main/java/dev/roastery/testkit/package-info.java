/**
 * What tests of every subproject share: a real RabbitMQ to talk to, a faulty network in front of
 * it, and the contracts that each implementation of a port is held to. Nothing in here is shipped.
 * It may use the core's interfaces and test libraries; no stage's, and not the gateway's.
 */
@org.jspecify.annotations.NullMarked
package dev.roastery.testkit;
