#!/bin/sh
# Checks that every server is prepared and accepts the passwords of this one. Changes nothing; create.sh and worker.sh
# run it first. Run on the coordinator as the user postgres:
#
#   sh check.sh SERVER...
#
# A server is HOST or HOST:PORT.
set -eu
[ $# -ge 1 ] || { echo 'usage: check.sh SERVER...' >&2; exit 1; }
fail() { echo "$1" >&2; exit 1; }

for server in "$@"; do
  case $server in *:*) host=${server%:*} port=${server##*:} ;; *) host=$server port=5432 ;; esac
  for role in postgres byhand; do
    found=$(psql -X -A -t -F ' ' -d "host=$host port=$port user=$role dbname=byhand sslmode=require connect_timeout=5" 2> /dev/null \
      -c "SELECT COALESCE((SELECT extversion FROM pg_extension WHERE extname = 'citus'), 'none'), current_setting('max_connections')") ||
      fail "$server does not accept $role with the password in ~/.pgpass. Run prepare.sh on it."
    citus=${found% *}
    [ "$citus" != none ] || fail "$server has no extension citus in the database byhand. Run prepare.sh on it."
    [ "${citus%%.*}" -ge 13 ] || fail "$server has Citus $citus, but Byhand needs Citus 13 or later."
    [ "$citus" = "${version:=$citus}" ] || fail "$server has Citus $citus, others have $version. Run build.sh on it."
    [ "${found#* }" -ge 60 ] || fail "$server accepts ${found#* } connections; set max_connections to at least 60."
  done
done
