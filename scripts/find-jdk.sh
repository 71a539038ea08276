# shellcheck shell=sh
# Sourced by ./gradlew and ./roastery: sets JAVA_HOME to a JDK of at least JDK_MIN, or says how to get one.
# It looks at JAVA_HOME, then at PATH, then in the folders where distributions put their JDKs.

JDK_MIN=25

# jdk_version HOME: prints the major version of the JDK at HOME; nothing when there is none.
jdk_version() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# jdk_fits HOME: succeeds when HOME holds a JDK that is new enough.
jdk_fits() {
  found=$(jdk_version "$1")
  [ "${found:-0}" -ge "$JDK_MIN" ]
}

find_jdk() {
  on_path=$(command -v javac || true)
  if [ -n "$on_path" ]; then
    on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  fi
  for candidate in "${JAVA_HOME:-}" "$on_path" ${JDK_FOLDERS:-/usr/lib/jvm/* /usr/java/* /opt/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home}; do
    if [ -n "$candidate" ] && jdk_fits "$candidate"; then
      JAVA_HOME=$candidate
      export JAVA_HOME
      return 0
    fi
  done
  echo "roastery: no JDK $JDK_MIN or newer in JAVA_HOME, on PATH or in /usr/lib/jvm." \
    "Install one (Debian: apt-get install openjdk-25-jdk-headless) or set JAVA_HOME." >&2
  return 1
}
