#!/bin/sh
# Replacements for the base images, built from packages of Debian 13, for a machine that reaches a Debian mirror but no
# image registry. They get the names that Dockerfile and compose.yaml use, so that these run unchanged. An image that
# exists already or can be pulled is not replaced. Needs root (debootstrap) and an engine (scripts/docker-engine.sh).
#
#   scripts/images-from-debian.sh        all of them
#   scripts/images-from-debian.sh run    without the one that only the build in the image needs
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
jdk=eclipse-temurin:25-jdk
jre=eclipse-temurin:25-jre
broker=rabbitmq:4-management
debian=roastery-standin-debian:trixie
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

say() { echo "images-from-debian: $*" >&2; }
fail() { say "$*"; exit 1; }
quiet() { log=$("$@" 2>&1) || { echo "$log" | tail -n 15 >&2; fail "failed: $*"; }; }
here() { docker image inspect "$1" >/dev/null 2>&1; }

# missing IMAGE: neither here nor to be had.
missing() {
  if here "$1"; then
    return 1
  fi
  say "pulling $1"
  if log=$(timeout 600 docker pull -q "$1" 2>&1); then
    return 1
  fi
  say "cannot be pulled ($(echo "$log" | tail -n 1))"
}

# What the operator of this machine trusts must be trusted in the images too, or no download works in there.
trust() {
  mkdir -p "$1"
  find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$1" \; 2>/dev/null || true
}

base() {
  if here $debian; then
    return
  fi
  command -v debootstrap >/dev/null ||
    DEBIAN_FRONTEND=noninteractive quiet apt-get install -q -y --no-install-recommends debootstrap
  say "making $debian"
  quiet debootstrap --variant=minbase --include=ca-certificates trixie "$work/trixie" "$mirror"
  trust "$work/trixie/usr/local/share/ca-certificates"
  quiet chroot "$work/trixie" update-ca-certificates
  rm -rf "$work"/trixie/var/cache/apt/archives/*.deb "$work"/trixie/var/lib/apt/lists/*
  tar -C "$work/trixie" --numeric-owner -c . | docker import - $debian >/dev/null
  rm -rf "$work/trixie"
}

# image NAME FOLDER: what the Dockerfile on standard input makes of a folder.
image() {
  say "making $1 of Debian's packages"
  mkdir -p "$2"
  cat >"$2/Dockerfile"
  quiet env DOCKER_BUILDKIT=0 docker build -t "$1" "$2"
}

# The official image of RabbitMQ sets the same variables; user and password of its first start come by RABBITMQ_DEFAULT_USER
# and RABBITMQ_DEFAULT_PASS, which RabbitMQ itself reads.
broker_image() {
  mkdir -p "$work/broker"
  cat >"$work/broker/docker-entrypoint.sh" <<'SCRIPT'
#!/bin/sh
set -eu
if [ "$(id -u)" = 0 ]; then
  find /var/lib/rabbitmq ! -user rabbitmq -exec chown rabbitmq {} +
  exec setpriv --reuid rabbitmq --regid rabbitmq --clear-groups "$0" "$@"
fi
exec "$@"
SCRIPT
  chmod 755 "$work/broker/docker-entrypoint.sh"
  image $broker "$work/broker" <<DOCKERFILE
FROM $debian
RUN groupadd --gid 999 rabbitmq && useradd --uid 999 --gid 999 --home-dir /var/lib/rabbitmq rabbitmq && \
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends rabbitmq-server && \
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/lib/rabbitmq/* /var/lib/rabbitmq/.erlang.cookie && \
  mkdir -p /etc/rabbitmq/conf.d && \
  echo '[rabbitmq_management].' >/etc/rabbitmq/enabled_plugins && \
  chown -R rabbitmq:rabbitmq /var/lib/rabbitmq /var/log/rabbitmq /etc/rabbitmq && chmod 777 /var/lib/rabbitmq
COPY docker-entrypoint.sh /usr/local/bin/
ENV PATH=/usr/local/bin:/usr/lib/rabbitmq/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/var/lib/rabbitmq \
  RABBITMQ_LOGS=- LANG=C.UTF-8
VOLUME /var/lib/rabbitmq
EXPOSE 5672 15672
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["rabbitmq-server"]
DOCKERFILE
}

# java_image NAME PACKAGE
java_image() {
  image "$1" "$work/java" <<DOCKERFILE
FROM $debian
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $2 && \
  rm -rf /var/lib/apt/lists/* /var/cache/apt/* && mkdir -p /opt/java && \
  ln -s /usr/lib/jvm/java-25-openjdk-* /opt/java/openjdk
ENV JAVA_HOME=/opt/java/openjdk LANG=C.UTF-8
CMD ["bash"]
DOCKERFILE
}

# Debian's Gradle as ./gradlew assembles it needs a mount of its own, which a build in a container may not have. So it
# lies where Debian itself would put it, and where ./gradlew looks first there is a launcher of it.
jdk_image() {
  java_image $jdk openjdk-25-jdk-headless
  gradle=${XDG_CACHE_HOME:-$HOME/.cache}/roastery/gradle-debian-forky
  [ -d "$gradle" ] || return 0
  distribution=$(sed -n 's/^distributionUrl=.*\/\(.*\)\.zip$/\1/p' "$project/gradle/wrapper/gradle-wrapper.properties")
  mkdir -p "$work/gradle"
  cp -R "$gradle/share" "$work/gradle/share"
  cat >"$work/gradle/gradle" <<'SCRIPT'
#!/bin/sh
exec "$JAVA_HOME/bin/java" --add-opens=java.base/java.lang=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  --enable-native-access=ALL-UNNAMED -Dorg.gradle.appname=gradlew \
  -cp /usr/share/gradle/lib/gradle-launcher-4.7.jar org.gradle.launcher.GradleMain --no-daemon "$@"
SCRIPT
  chmod 755 "$work/gradle/gradle"
  image $jdk "$work/gradle" <<DOCKERFILE
FROM $jdk
COPY share /usr/share
COPY gradle /root/.gradle/wrapper/dists/$distribution/debian/$distribution/bin/gradle
DOCKERFILE
  rm -rf "$work/gradle"
}

docker info >/dev/null 2>&1 || fail "no Docker engine answers; see scripts/docker-engine.sh."
wanted=
names="$broker $jre"
case ${1:-} in
  '') names="$names $jdk" ;;
  run) ;;
  *) fail "'$1' is not known; it is 'run' or nothing." ;;
esac
for name in $names; do
  ! missing "$name" || wanted="$wanted $name"
done
for name in $wanted; do
  base
  case $name in
    "$broker") broker_image ;;
    "$jre") java_image $jre openjdk-25-jre-headless ;;
    "$jdk") jdk_image ;;
  esac
done
say "ready: $names"
