/**
 * How a process logs, for people and for programs. Only this package knows logback, which finds its
 * {@code LogConfigurator} as a service. May use: common.
 */
@NullMarked
package dev.roastery.cli.log;

import org.jspecify.annotations.NullMarked;
