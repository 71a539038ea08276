# One image for all of Roastery: 'docker run roastery gateway', 'docker run roastery --help'.
#
#   docker build -t roastery .                                   builds the sources inside
#   ./gradlew install && docker build -t roastery --build-arg JARS=host .   copies jars built outside

# "build" or "host": where the jars come from. BuildKit skips the other stage.
ARG JARS=build

FROM eclipse-temurin:25-jdk AS build
RUN apt-get update -q && apt-get install -q -y --no-install-recommends curl unzip && rm -rf /var/lib/apt/lists/*
WORKDIR /roastery
COPY . .
RUN ./gradlew -q install

FROM scratch AS host
COPY build/install/lib /roastery/build/install/lib

# hadolint ignore=DL3006
FROM ${JARS} AS jars

FROM eclipse-temurin:25-jre
LABEL org.opencontainers.image.title="Roastery" \
  org.opencontainers.image.description="Exact reports over CSV sales data, each exactly once" \
  org.opencontainers.image.licenses="Apache-2.0"
# A number, so that an orchestrator sees that it is not root. This user owns the volume's folder, and thereby
# every new volume that is mounted there.
RUN groupadd --gid 10001 roastery && \
  useradd --uid 10001 --gid 10001 --home-dir /var/lib/roastery --no-create-home --shell /usr/sbin/nologin roastery && \
  install -d -o 10001 -g 10001 /var/lib/roastery && \
  install -d -m 755 /opt/roastery
COPY --from=jars /roastery/build/install/lib /opt/roastery/lib
COPY docker/roastery docker/healthy /usr/local/bin/
# Built here, because it fits only the JVM and the files that it was built with.
RUN chmod 755 /usr/local/bin/roastery /usr/local/bin/healthy && \
  java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:AOTCacheOutput=/opt/roastery/roastery.aot \
  -cp /opt/roastery/lib/cli-*.jar dev.roastery.cli.Rehearsal >/dev/null 2>&1 && \
  test -s /opt/roastery/roastery.aot
ENV ROASTERY_STATE=/var/lib/roastery/state \
  ROASTERY_HTTP_BIND=0.0.0.0
USER 10001:10001
WORKDIR /var/lib/roastery
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 CMD ["healthy"]
ENTRYPOINT ["roastery"]
CMD ["--help"]
