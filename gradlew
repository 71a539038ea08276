#!/bin/sh
# Runs Gradle: the official distribution pinned in gradle/wrapper/gradle-wrapper.properties where it is cached
# or can be downloaded; otherwise Debian's own Gradle, assembled once under the user's cache directory.
# After a run with tests it prints their sum as the last line. docs/adr/0001-build.md tells why.
set -eu

project=$(cd "$(dirname "$0")" && pwd -P)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/roastery
suite=forky
debian=$cache/gradle-debian-$suite

say() { echo "gradlew: $*" >&2; }
fail() { say "$*"; exit 1; }

# property NAME: a value of the wrapper's properties file.
property() { sed -n "s/^$1=//p" "$project/gradle/wrapper/gradle-wrapper.properties" | sed 's/\\//g'; }

# scratch NAME: an empty directory that vanishes with this script, however it ends.
scratch() {
  work=$cache/$1.$$
  mkdir -p "$work" 2>/dev/null || fail "cannot write to $cache; free some space there, or set XDG_CACHE_HOME to a folder that you own."
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

keep() { # keep FOLDER: what scratch has gathered becomes FOLDER, all at once.
  mkdir -p "$(dirname "$1")"
  rm -rf "$1"
  mv "$work" "$1"
}

# ---- the official distribution

distribution=$(basename "$(property distributionUrl)" .zip)
official_home=${GRADLE_USER_HOME:-$HOME/.gradle}/wrapper/dists/$distribution

official() { # prints the launcher of the official distribution, when it is cached
  for launcher in "$official_home"/*/*/bin/gradle; do
    [ -x "$launcher" ] && echo "$launcher" && return 0
  done
  return 1
}

download_official() {
  command -v curl >/dev/null && command -v unzip >/dev/null || return 1
  scratch gradle-official
  curl -fsSL --connect-timeout 5 --retry 0 -o "$work/gradle.zip" "$(property distributionUrl)" 2>/dev/null || return 1
  echo "$(property distributionSha256Sum)  $work/gradle.zip" | sha256sum -c - >/dev/null 2>&1 ||
    fail "the downloaded $distribution does not have the SHA-256 of gradle-wrapper.properties: not used."
  unzip -q "$work/gradle.zip" -d "$work" || fail "could not unpack $distribution into $cache: is the disk full?"
  rm "$work/gradle.zip"
  keep "$official_home/roastery"
}

# ---- Debian's Gradle, for machines that reach only a Debian mirror

# mirror: the Debian mirror that this system's own apt uses.
mirror() {
  apt-get indextargets --format "\$(REPO_URI)" 2>/dev/null | grep -E '/debian/?$' | head -n 1
}

# closure: the architecture-independent packages that Debian's Gradle with the Kotlin DSL consists of.
closure() {
  apt-get install -y --print-uris gradle libgradle-kotlin-dsl-java 2>/dev/null |
    sed -n "s/^'.*\/\([^_/]*\)_[^']*_all\.deb'.*/\1/p"
}

assemble_debian() {
  for tool in apt-get dpkg-deb unshare; do
    command -v $tool >/dev/null || fail "cannot get Gradle: $distribution could not be downloaded, and this is no Debian-like system ($tool is missing)."
  done
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  [ -r $keyring ] || fail "cannot check Debian's signatures without $keyring: install debian-archive-keyring."
  from=$(mirror)
  [ -n "$from" ] || fail "this system's apt sources name no Debian mirror to fetch Gradle from."
  say "$distribution is not to be had; assembling Debian's Gradle in $debian, once (about 200 MB to fetch)"

  scratch gradle-debian
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
  (
    export APT_CONFIG="$work/apt.conf"
    log=$work/log
    # --error-on=any: without it a mirror that does not answer is only a warning.
    apt-get update -q --error-on=any >"$log" 2>&1 ||
      fail "could not fetch Debian's package lists: $(grep -m 1 -E '^[EW]:' "$log" || tail -n 1 "$log")"
    packages=$(closure)
    [ -n "$packages" ] || fail "Debian $suite does not offer gradle with libgradle-kotlin-dsl-java."
    cd "$work/debs"
    # shellcheck disable=SC2086 # one word a package
    apt-get download -q $packages >"$log" 2>&1 ||
      fail "could not fetch Debian's Gradle: $(grep -m 1 '^E:' "$log" || tail -n 1 "$log")"
  ) || exit 1
  for deb in "$work"/debs/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" --wildcards './usr/share/*' \
      --exclude './usr/share/doc' --exclude './usr/share/man' --exclude './usr/share/fonts' 2>"$work/log" ||
      grep -q 'Not found in archive' "$work/log" ||
      fail "could not unpack $(basename "$deb") into $cache: $(tail -n 1 "$work/log")"
    rm "$deb"
  done
  [ -e "$work/root/usr/share/gradle/bin/gradle" ] || fail "Debian's packages hold no /usr/share/gradle/bin/gradle."
  mv "$work/root/usr/share" "$work/share"
  rm -rf "$work/lists" "$work/archives" "$work/debs" "$work/root"
  keep "$debian"
}

# run_debian ARGS: Debian's build of Gradle has /usr/share/gradle and /usr/share/java hard-coded, so it runs in a
# mount namespace of its own that sees the unpacked folder there. ROASTERY_OUTSIDE is a process outside of it.
run_debian() {
  options=-m
  [ "$(id -u)" = 0 ] || options=-rm
  # shellcheck disable=SC2016 # expanded by the inner shell
  ROASTERY_OUTSIDE=$$ unshare $options sh -c 'mount --bind "$0" /usr/share && exec "$@"' \
    "$debian/share" "$JAVA_HOME/bin/java" --add-opens=java.base/java.lang=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Dorg.gradle.appname=gradlew \
    -cp /usr/share/gradle/lib/gradle-launcher-4.7.jar org.gradle.launcher.GradleMain --no-daemon "$@"
}

# ---- run

# shellcheck source=scripts/find-jdk.sh
. "$project/scripts/find-jdk.sh"
find_jdk || exit 1

summary=$project/build/test-summary
rm -f "$summary"
code=0
if launcher=$(official); then
  "$launcher" "$@" || code=$?
elif [ -d "$debian" ]; then
  run_debian "$@" || code=$?
elif download_official; then
  "$(official)" "$@" || code=$?
else
  assemble_debian
  run_debian "$@" || code=$?
fi
if [ -f "$summary" ]; then
  cat "$summary"
fi
exit "$code"
