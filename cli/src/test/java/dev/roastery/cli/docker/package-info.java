/**
 * The image and the cluster of compose.yaml. What has the tag {@code docker} takes a Docker engine
 * ({@code ./gradlew dockerTest}, or scripts/docker-test.sh where there is none) and everything
 * real: containers, RabbitMQ, the command line as a process. The rest only reads the files.
 */
package dev.roastery.cli.docker;
