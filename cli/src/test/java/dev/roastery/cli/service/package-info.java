/** The whole of it, as processes: gateway, workers, broker and client, as a user has them. */
package dev.roastery.cli.service;
