#!/bin/sh
# Runs Gradle: the official distribution pinned in gradle/wrapper/gradle-wrapper.properties where it is cached
# or can be downloaded; otherwise Debian's own Gradle, assembled once under the user's cache directory.
# After a run with tests it prints their sum as the last line. docs/adr/0001-build.md tells why.
set -eu

project=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
: "${HOME:?is not set, and Gradle keeps its caches below it}"
cache=${XDG_CACHE_HOME:-$HOME/.cache}/roastery
suite=forky
debian=$cache/gradle-debian-$suite

say() { echo "gradlew: $*" >&2; }
fail() { say "$*"; exit 1; }

# property NAME: a value of the wrapper's properties file.
property() { sed -n "s/^$1=//p" "$project/gradle/wrapper/gradle-wrapper.properties" | tr -d "\\\\"; }

distribution=$(basename "$(property distributionUrl)" .zip)
official=${GRADLE_USER_HOME:-$HOME/.gradle}/wrapper/dists/$distribution

# cached: succeeds when there is a Gradle; $launcher is the official one's, or empty for Debian's.
cached() {
  for launcher in "$official"/*/*/bin/gradle; do
    [ ! -x "$launcher" ] || return 0
  done
  launcher=
  [ -d "$debian" ]
}

# Only one gradlew at a time gets Gradle; the lock goes with the process that holds it.
lock() {
  { mkdir -p "$cache" && : >>"$cache/lock"; } 2>/dev/null ||
    fail "cannot write to $cache: free some space there, or set XDG_CACHE_HOME to a folder of yours."
  command -v flock >/dev/null || return 0
  exec 9>>"$cache/lock"
  flock -n 9 || { say "another gradlew is getting Gradle; waiting for it"; flock 9; }
}

# scratch FOLDER: an empty $work beside FOLDER. It vanishes with this script, however that ends, or with the next.
scratch() {
  work=$1.new
  { rm -rf "$work" && mkdir -p "$work"; } 2>/dev/null || fail "cannot write to $work: is the disk full?"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# why LOG: the line of a tool's output that tells what went wrong.
why() { echo "$1" | grep -m 1 -iE 'no space|^E:|^W:' || echo "$1" | tail -n 1; }

# ---- the official distribution

download_official() {
  for tool in curl unzip sha256sum; do
    command -v $tool >/dev/null || return 1
  done
  scratch "$official"
  zip=$work/gradle.zip
  if ! curl -fsSL --connect-timeout 5 --speed-limit 10000 --speed-time 10 -o "$zip" "$(property distributionUrl)" 2>/dev/null; then
    rm -rf "$work"
    return 1
  fi
  echo "$(property distributionSha256Sum)  $zip" | sha256sum -c - >/dev/null 2>&1 ||
    fail "the downloaded $distribution does not have the SHA-256 of gradle-wrapper.properties: not used."
  log=$(unzip -q "$zip" -d "$work/roastery" 2>&1) || fail "could not unpack $distribution into $work: $(why "$log")"
  { rm "$zip" && rm -rf "$official" && mv "$work" "$official"; } || exit 1
}

# ---- Debian's Gradle, for machines that reach only a Debian mirror

# mirror: the Debian mirror that this system's own apt uses.
mirror() {
  # shellcheck disable=SC2016 # apt's variable
  apt-get indextargets --format '$(REPO_URI)' 'Component: main' 'Created-By: Packages' 2>/dev/null |
    grep -m 1 -E '/debian(/|\.list)?$'
}

private_apt() { APT_CONFIG=$work/apt.conf apt-get -q "$@" 2>&1; }

# closure: the architecture-independent packages that Debian's Gradle with the Kotlin DSL consists of.
closure() {
  private_apt install -y --print-uris gradle libgradle-kotlin-dsl-java | sed -n "s/^'.*\/\([^_/]*\)_[^']*_all\.deb'.*/\1/p"
}

assemble_debian() {
  for tool in apt-get dpkg-deb unshare; do
    command -v $tool >/dev/null ||
      fail "cannot get Gradle: $distribution could not be downloaded, and without $tool Debian's cannot be used either."
  done
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -r $keyring ] || fail "cannot check Debian's signatures without $keyring: install debian-archive-keyring."
  from=$(mirror) || fail "this system's apt sources name no Debian mirror to fetch Gradle from."
  say "$distribution cannot be downloaded; assembling Debian's Gradle in $debian, once (about 200 MB to fetch)"

  scratch "$debian"
  mkdir -p "$work/lists/partial" "$work/archives/partial" "$work/debs" "$work/root"
  : >"$work/status"
  echo "deb [signed-by=$keyring] $from $suite main" >"$work/sources.list"
  cat >"$work/apt.conf" <<CONF
Dir::State "$work"; Dir::State::lists "$work/lists"; Dir::State::status "$work/status";
Dir::Cache "$work"; Dir::Cache::archives "$work/archives"; APT::Sandbox::User "root";
Dir::Etc::sourcelist "$work/sources.list"; Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null"; Dir::Etc::preferencesparts "/dev/null"; APT::Install-Recommends "false";
Acquire::http::Timeout "20"; Acquire::Retries "2"; Acquire::Languages "none";
CONF
  # --error-on=any: without it a mirror that does not answer is only a warning.
  log=$(private_apt update --error-on=any) || fail "could not fetch Debian's package lists: $(why "$log")"
  packages=$(closure)
  [ -n "$packages" ] || fail "Debian $suite does not offer gradle with libgradle-kotlin-dsl-java."
  # shellcheck disable=SC2086 # one word a package
  log=$(cd "$work/debs" && private_apt download $packages) || fail "could not fetch Debian's Gradle: $(why "$log")"
  for deb in "$work"/debs/*.deb; do
    log=$(dpkg-deb -x "$deb" "$work/root" 2>&1) || fail "could not unpack $(basename "$deb") into $cache: $(why "$log")"
    rm "$deb"
  done
  share=$work/root/usr/share
  [ -e "$share/gradle/bin/gradle" ] || fail "Debian's packages hold no /usr/share/gradle/bin/gradle."
  rm -rf "$share/doc" "$share/man" "$share/fonts" "$work/lists" "$work/archives" "$work"/*.bin
  mv "$share" "$work/share"
  rm -rf "$work/root" "$work/debs"
  mv "$work" "$debian"
}

# run_debian ARGS: Debian's build of Gradle has /usr/share/gradle and /usr/share/java hard-coded, so it runs in a
# mount namespace of its own that sees the unpacked folder there. Who is not root becomes it in there, but keeps
# the home folder. ROASTERY_OUTSIDE is a process outside of the namespace.
run_debian() {
  for options in -m -rm; do
    ! unshare $options mount --bind "$debian/share" /usr/share 2>/dev/null || break
    [ $options = -m ] ||
      fail "Debian's Gradle needs a mount namespace of its own, which this system refuses to $(id -un) (unshare -rm)." \
        "Unpack $distribution into $official instead, or run as root."
  done
  # shellcheck disable=SC2016 # expanded by the inner shell
  ROASTERY_OUTSIDE=$$ unshare "$options" sh -c 'mount --bind "$0" /usr/share && exec "$@"' \
    "$debian/share" "$JAVA_HOME/bin/java" --add-opens=java.base/java.lang=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED \
    -Duser.home="$HOME" -Dorg.gradle.appname=gradlew \
    -cp /usr/share/gradle/lib/gradle-launcher-4.7.jar org.gradle.launcher.GradleMain --no-daemon "$@"
}

# ---- run

# shellcheck source=scripts/find-jdk.sh
. "$project/scripts/find-jdk.sh"
find_jdk || exit 1

if ! cached; then
  lock
  cached || download_official || assemble_debian
  cached
  exec 9>&-
fi

# From inside the project Gradle sees the folder it is called in; from elsewhere, the project.
case $(pwd -P)/ in
  "$project"/*) ;;
  *) cd "$project" ;;
esac
summary=$project/build/test-summary
rm -f "$summary"
code=0
if [ -n "$launcher" ]; then
  "$launcher" "$@" || code=$?
else
  run_debian "$@" || code=$?
fi
if [ -f "$summary" ]; then
  cat "$summary"
fi
exit "$code"
