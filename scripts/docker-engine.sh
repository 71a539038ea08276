#!/bin/sh
# A Docker engine for a machine without one, as root on a Debian-like system:
#
#   eval "$(scripts/docker-engine.sh start)"   starts one if none answers; prints its address for docker
#   scripts/docker-engine.sh status            says which engine answers; fails when none does
#   scripts/docker-engine.sh stop              stops the engine that 'start' started, and only that one
#
# It has its own socket and data folder, so it does not interfere with another engine. 'stop' reverts its changes to the
# network; the packages and, in the data folder, the images are kept for the next time.
set -eu

folder=${XDG_CACHE_HOME:-${HOME:?is not set, and images are kept below it}/.cache}/roastery/docker
run=/run/roastery-docker
socket=unix://$run/docker.sock
plugins=/usr/local/lib/docker/cli-plugins
forwarding=/proc/sys/net/ipv4/ip_forward

say() { echo "docker-engine: $*" >&2; }
fail() { say "$*"; exit 1; }

answers() { command -v docker >/dev/null && timeout 20 docker "$@" info >/dev/null 2>&1; }
# The v1 of compose was a program of its own; with it there is no 'docker compose'.
compose() { docker compose version >/dev/null 2>&1; }

# ---- packages

# quiet COMMAND…: its output only when it fails.
quiet() { log=$("$@" 2>&1) || { echo "$log" | tail -n 5 >&2; fail "failed: $*"; }; }

# Keeps packages from starting services while they are being installed: Debian's own switch.
install_packages() {
  policy=/usr/sbin/policy-rc.d
  if [ ! -e $policy ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >$policy
    chmod 755 $policy
  fi
  quiet apt-get update -q
  DEBIAN_FRONTEND=noninteractive quiet apt-get install -q -y --no-install-recommends "$@"
}

private_apt() { APT_CONFIG=$work/apt.conf apt-get -q "$@"; }

# Debian 12 has only the v1. The plugin of Debian 13 is one file that needs nothing but libc.
install_compose() {
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  # shellcheck disable=SC2016 # apt's variable
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Component: main' 'Created-By: Packages' |
    grep -m 1 -E '/debian(/|\.list)?$') || fail "this system's apt sources name no Debian mirror."
  work=$(mktemp -d)
  mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/root"
  : >"$work/status"
  echo "deb [signed-by=$keyring] $mirror trixie main" >"$work/sources.list"
  cat >"$work/apt.conf" <<CONF
Dir::State "$work"; Dir::State::lists "$work/lists"; Dir::State::status "$work/status";
Dir::Cache "$work"; Dir::Cache::archives "$work/archives"; APT::Sandbox::User "root";
Dir::Etc::sourcelist "$work/sources.list"; Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "/dev/null"; Acquire::Languages "none";
CONF
  quiet private_apt update --error-on=any
  cd "$work" && quiet private_apt download docker-compose
  dpkg-deb -x "$work"/docker-compose_*.deb "$work/root"
  mkdir -p $plugins
  cp "$work/root/usr/libexec/docker/cli-plugins/docker-compose" $plugins/
  rm -rf "$work"
}

install_missing() {
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    fail "no Docker engine with compose answers, and installing takes root and apt-get. Start Docker, or set DOCKER_HOST."
  fi
  for tool in dockerd docker iptables ip; do
    if ! command -v $tool >/dev/null; then
      say "installing docker.io (its system service is not started)"
      install_packages docker.io iptables iproute2
    fi
  done
  compose || { say "installing the plugin compose"; install_compose; }
  compose || fail "'docker compose' does not work, though its plugin is in $plugins."
}

# ---- the engine

start_engine() {
  mkdir -p "$folder" $run
  echo "$(cat $forwarding) $(iptables -S FORWARD | sed -n 's/^-P FORWARD //p')" >$run/before
  # In a session of its own, so that no Ctrl-C meant for another reaches it.
  setsid dockerd --host $socket --data-root "$folder/data" --exec-root $run/exec --pidfile $run/pid \
    --storage-driver overlay2 >"$folder/log" 2>&1 </dev/null &
  engine=$!
  tries=240
  until answers --host $socket; do
    kill -0 $engine 2>/dev/null || { tail -n 5 "$folder/log" >&2; fail "dockerd has ended; its log is $folder/log."; }
    tries=$((tries - 1))
    [ $tries -gt 0 ] || fail "dockerd does not answer; its log is $folder/log."
    sleep 0.5
  done
  say "started (process $(cat $run/pid)); its images are in $folder/data"
}

start() {
  if answers && compose; then
    say "an engine answers already; nothing to start"
    return
  fi
  # A Docker without the plugin gets it too, when that is possible.
  if ! answers --host $socket || ! compose; then
    install_missing
  fi
  if answers; then
    return
  fi
  answers --host $socket || start_engine
  echo "export DOCKER_HOST=$socket"
}

status() {
  if answers; then
    say "an engine answers: Docker $(docker version --format '{{.Server.Version}}')"
  elif answers --host $socket; then
    say "the engine of 'start' answers; to use it: export DOCKER_HOST=$socket"
  else
    fail "no engine answers"
  fi
}

# What dockerd leaves behind in the network: its bridges and rules, and that this machine forwards.
restore_network() {
  bridges='(docker0|br-[0-9a-f]{12})'
  for link in $(ip -o link show type bridge | grep -oE "\b$bridges\b" | sort -u); do
    ip link delete "$link"
  done
  rules=$(iptables-save | grep -vE "DOCKER|$bridges")
  echo "$rules" | iptables-restore
  read -r forwards policy <$run/before
  iptables -P FORWARD "$policy"
  echo "$forwards" >$forwarding
}

stop() {
  if [ ! -e $run/before ]; then
    say "'start' has started no engine; nothing to stop"
    return
  fi
  engine=$(cat $run/pid 2>/dev/null || true)
  if [ -n "$engine" ] && tr '\0' ' ' <"/proc/$engine/cmdline" 2>/dev/null | grep -q -- "--exec-root $run/exec"; then
    kill "$engine"
    while kill -0 "$engine" 2>/dev/null; do
      sleep 0.2
    done
  fi
  restore_network
  rm -rf $run
  say "stopped; delete $folder to be rid of its images too"
}

case ${1:-} in
  start | stop | status) "$1" ;;
  *) sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2; exit 2 ;;
esac
