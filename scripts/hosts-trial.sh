#!/bin/sh
# Four hosts on one machine, each a network namespace with a cable (veth) to one switch (a bridge in a fifth namespace).
# RabbitMQ, an S3 server and the gateway are on host 4; on hosts 1 to 3 runs one worker of each stage, without a volume; a
# client has a slow line, so that its job lasts. While it sends, host 1 is cut off for good, and host 2 for a while. The results
# must be those of ./roastery run.
#
#   [TRANSACTIONS=4000000] [RATE=100mbit] [AWAY=20] [HEARTBEAT=2] [DIR=folder to keep] scripts/hosts-trial.sh
#
# Everything that it makes is in its own namespaces and its own folder; both are gone afterwards, the folder not after a failure.
set -eu

[ "$(id -u)" -eq 0 ] || { echo "hosts-trial: run it as root, for only root may make network namespaces" >&2; exit 2; }
for tool in ip tc unshare jq curl; do
  command -v "$tool" >/dev/null || { echo "hosts-trial: install $tool first" >&2; exit 2; }
done
project=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
rabbit=$(ls -d "${ROASTERY_RABBITMQ_HOME:-/none}"/sbin /usr/lib/rabbitmq/lib/*/sbin /opt/*rabbitmq*/sbin /opt/rabbitmq/*/sbin \
  2>/dev/null | head -n 1)
[ -n "$rabbit" ] || { echo "hosts-trial: install rabbitmq-server first; it need not run" >&2; exit 2; }
# shellcheck source=scripts/find-jdk.sh
. "$project/scripts/find-jdk.sh"
find_jdk || exit 1

name=roastery-$$
work=${DIR:-$(mktemp -d "${TMPDIR:-/tmp}/roastery-hosts-XXXXXX")}
heartbeat=${HEARTBEAT:-2}
partitions=aggregator=3,maximizer=3,absolute=3,joiner=3
all=13 # those, and the collector
whole_limit=180
passed=no
mkdir -p "$work/logs" "$work/broker/home"
work=$(CDPATH='' cd -- "$work" && pwd -P)

# Every process in a namespace of ours is one that we started.
clean() {
  trap '' INT TERM HUP
  for host in 1 2 3 4 5 switch; do
    [ -e "/run/netns/$name-$host" ] || continue
    processes=$(ip netns pids "$name-$host")
    while [ -n "$processes" ]; do
      # shellcheck disable=SC2086 # one word a process
      kill -9 $processes 2>/dev/null || true
      sleep 0.1
      processes=$(ip netns pids "$name-$host")
    done
    ip netns del "$name-$host"
  done
  if [ $passed = yes ]; then
    [ -n "${DIR:-}" ] || rm -rf "$work"
  else
    echo "hosts-trial: logs are kept in $work" >&2
  fi
}
trap clean EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

now() { date +%s.%N; }
say() { echo "[$(echo "$(now) $begin" | awk '{printf "%6.1f", $1 - $2}') s] $*"; }
since() { echo "$(now) $1" | awk '{printf "%.1f", $1 - $2}'; }
fail() { echo "hosts-trial: FAILED: $*" >&2; exit 1; }

# on HOST WORDS...: runs them there.
on() {
  host=$1
  shift
  ip netns exec "$name-$host" "$@"
}

# keep HOST LOG WORDS...: runs them there under the host's own name, again and again, as a restart policy does.
keep() {
  host=$1
  log=$work/logs/$2.log
  shift 2
  # shellcheck disable=SC2016 # it is the other shell that knows these
  on "$host" unshare --uts sh -c 'echo "$1" >/proc/sys/kernel/hostname; mount --bind "$2" /etc/hosts; shift 2
    while :; do code=0; "$@" || code=$?; echo "hosts-trial: ended with $code"; sleep 1; done' \
    sh "host-$host" "$work/hosts" "$@" >"$log" 2>&1 </dev/null &
}

make_network() {
  echo "127.0.0.1 localhost" >"$work/hosts"
  ip netns add "$name-switch"
  ip -n "$name-switch" link add switch type bridge
  ip -n "$name-switch" link set switch up
  for host in 1 2 3 4 5; do
    ip netns add "$name-$host"
    ip link add name eth0 netns "$name-$host" type veth peer name "host-$host" netns "$name-switch"
    ip -n "$name-switch" link set "host-$host" master switch up
    ip -n "$name-$host" link set lo up
    ip -n "$name-$host" link set eth0 up
    ip -n "$name-$host" address add "10.77.0.$host/24" dev eth0
    echo "10.77.0.$host host-$host" >>"$work/hosts"
  done
  on 5 tc qdisc add dev eth0 root tbf rate "${RATE:-100mbit}" burst 128kb latency 50ms
}

start_broker() {
  printf 'loopback_users = none\nraft.wal_max_size_bytes = 67108864\n' >"$work/broker/rabbitmq.conf"
  echo '[].' >"$work/broker/enabled_plugins"
  on 4 env HOME="$work/broker/home" RABBITMQ_NODENAME=trial@localhost RABBITMQ_NODE_IP_ADDRESS=10.77.0.4 \
    RABBITMQ_NODE_PORT=5672 RABBITMQ_DIST_PORT=25672 RABBITMQ_CONF_ENV_FILE=/dev/null \
    RABBITMQ_CONFIG_FILE="$work/broker/rabbitmq.conf" RABBITMQ_ENABLED_PLUGINS_FILE="$work/broker/enabled_plugins" \
    RABBITMQ_CONFIG_FILES="$work/broker/none" RABBITMQ_ADVANCED_CONFIG_FILE="$work/broker/none.config" \
    RABBITMQ_PLUGINS_EXPAND_DIR="$work/broker/plugins" RABBITMQ_GENERATED_CONFIG_DIR="$work/broker/generated" \
    RABBITMQ_MNESIA_BASE="$work/broker/mnesia" RABBITMQ_LOGS=- RABBITMQ_PID_FILE="$work/broker/pid" \
    RUNNING_UNDER_SYSTEMD=true "$rabbit/rabbitmq-server" >"$work/logs/broker.log" 2>&1 </dev/null &
}

start_cluster() {
  start_broker
  keep 4 store "$JAVA_HOME/bin/java" -Xmx512m -cp "$project/build/install/lib/*" \
    dev.roastery.harness.store.StoreMain "$work/objects" 10.77.0.4 9000
  export ROASTERY_AMQP=amqp://guest:guest@10.77.0.4:5672 ROASTERY_HEARTBEAT="$heartbeat" ROASTERY_PARTITIONS=$partitions
  export ROASTERY_HEALTH_PORT=-1 ROASTERY_NICE=0 ROASTERY_JAVA_OPTS=-Xmx512m
  keep 4 gateway env ROASTERY_STATE="$work/gateway" "$project/roastery" gateway --bind 10.77.0.4 --open-to-everybody
  for host in 1 2 3; do
    for stage in aggregator maximizer joiner; do
      keep $host "$stage-$host" env AWS_ACCESS_KEY_ID=trial AWS_SECRET_ACCESS_KEY=of-no-use ROASTERY_STATE=s3://trial/state \
        ROASTERY_STORE_ENDPOINT=http://10.77.0.4:9000 ROASTERY_STORE_STYLE=path ROASTERY_NODES=3 \
        "$project/roastery" $stage
    done
  done
}

ask() { on 4 curl -s --max-time 2 "http://10.77.0.4:8080$1" || true; }

# owned HOSTS: how many partitions are owned by live workers of these hosts, by their own reports.
owned() {
  ask /v1/workers | jq --arg hosts " $1 " '[.workers[] | select(.state == "alive")
    | select(.host as $host | $hosts | contains(" " + $host + " ")) | .owns[].partition] | unique | length' 2>/dev/null || echo 0
}

# await_whole BEGIN HOSTS: until these hosts own everything.
await_whole() {
  until [ "$(owned "$2")" = $all ]; do
    [ "$(since "$1" | cut -d. -f1)" -lt $whole_limit ] || fail "after $whole_limit s, not all partitions are owned by $2"
    sleep 0.1
  done
}

# The newest job, as its state and its percentage.
job() { ask /v1/jobs | jq -r '[.jobs[] | "\(.state), \(.percent // 0) %"] | first // "none"' 2>/dev/null || echo none; }

# When the broker gave the connections of a host up, in seconds after the time given.
noticed() {
  grep -a -A1 'closing AMQP connection' "$work/logs/broker.log" | grep -a -B1 'missed heartbeats' \
    | grep -a "(10.77.0.$2:" | cut -c1-32 | while read -r day time; do
      echo "$(date -d "$day $time" +%s.%N) $1"
    done | awk '$1 > $2 {t = $1 - $2; if (n++ == 0 || t < least) least = t; if (t > most) most = t}
      END {if (n) printf "the broker gave up its %d connections after %.1f to %.1f s", n, least, most;
           else printf "the broker gave up none of its connections"}'
}

# pull HOST OTHERS: takes its cable out, and says how long it takes until the others own everything.
pull() {
  say "host $1 is cut off (job: $(job)); it owns $(owned "host-$1") of $all partitions"
  pulled=$(now)
  ip -n "$name-switch" link set "host-$1" down
  await_whole "$pulled" "$2"
  say "all partitions are owned by $2 again, $(since "$pulled") s after the cut; $(noticed "$pulled" "$1")"
}

begin=$(now)
"$project/roastery" --version >/dev/null
"$project/roastery" generate --transactions "${TRANSACTIONS:-4000000}" --out "$work/data" >"$work/logs/generate.log" 2>&1
"$project/roastery" run "$work/data" --quiet --out "$work/expected"
say "generated $(du -sm "$work/data" | cut -f1) MB, and ran it in one process"
make_network
start_cluster
await_whole "$(now)" "host-1 host-2 host-3 host-4"
say "all $all partitions are owned: by host 1 $(owned host-1), host 2 $(owned host-2), host 3 $(owned host-3), host 4 $(owned host-4)"

submitted=$(now)
on 5 "$project/roastery" submit "$work/data" --gateway http://10.77.0.4:8080 --watch --out "$work/results" >"$work/logs/client.log" 2>&1 </dev/null &
client=$!
until job | grep -q 'UPLOADING, [1-9][0-9] %'; do
  [ "$(since "$submitted" | cut -d. -f1)" -lt $whole_limit ] || fail "the job does not begin; see client.log"
  sleep 0.1
done

pull 1 "host-2 host-3 host-4"
pull 2 "host-3 host-4"
while [ "$(since "$pulled" | cut -d. -f1)" -lt "${AWAY:-20}" ]; do sleep 0.1; done
say "host 2 is back (job: $(job))"
back=$(now)
ip -n "$name-switch" link set host-2 up
until [ "$(ask /v1/workers | jq --arg since "$(date -u -d "@$back" +%FT%T)" \
  '[.workers[] | select(.host == "host-2" and .state == "alive" and .seen > $since)] | length')" = 3 ]; do
  [ "$(since "$back" | cut -d. -f1)" -lt $whole_limit ] || fail "the workers of host 2 do not come back"
  sleep 0.1
done
say "the three workers of host 2 are there again, $(since "$back") s later"
wait $client || fail "the job did not end well; see client.log"
say "the job ended $(since "$submitted") s after it was submitted"
diff -r "$work/expected" "$work/results" || fail "the results differ from those of one process"
passed=yes
say "its $(find "$work/results" -type f | wc -l) results are those of ./roastery run, byte for byte; workers restarted themselves $(
  cat "$work"/logs/*-[123].log | grep -ac '^hosts-trial: ended with' || true) times"
