package dev.roastery.cli;

/** A command of which every option can also be set by a variable: ROASTERY_COMMAND_OPTION. */
public interface SettableByVariable {}
