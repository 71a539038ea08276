#!/bin/sh
# Takes the variables of s3proxy's own image that docker/store.yaml sets.
set -eu
exec java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp '/opt/s3proxy:/opt/s3proxy/lib/*' \
  -Ds3proxy.endpoint="$S3PROXY_ENDPOINT" -Ds3proxy.authorization="$S3PROXY_AUTHORIZATION" \
  -Ds3proxy.identity="$S3PROXY_IDENTITY" -Ds3proxy.credential="$S3PROXY_CREDENTIAL" \
  -Djclouds.provider="$JCLOUDS_PROVIDER" -Djclouds.identity=none -Djclouds.credential=none \
  -Djclouds.filesystem.basedir="$JCLOUDS_FILESYSTEM_BASEDIR" \
  org.gaul.s3proxy.Main --properties /dev/null
