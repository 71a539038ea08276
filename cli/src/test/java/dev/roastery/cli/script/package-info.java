/**
 * The project's shell scripts, run in a copy of their own with an environment that the test
 * controls. Nothing here needs a network, and nothing builds.
 */
package dev.roastery.cli.script;
