/**
 * What a process logs, for programs: logback.xml names the classes here. Only this package knows
 * logback. May use: common.
 */
@NullMarked
package dev.roastery.cli.log;

import org.jspecify.annotations.NullMarked;
