/** The commands for a gateway, against one that lives in the test and fails as it is told. */
package dev.roastery.cli.client;
