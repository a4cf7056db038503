#!/bin/sh
# Creates the cluster. Run once, on the coordinator, as the user postgres:
#
#   sh create.sh COORDINATOR WORKER...
#
# A server is HOST or HOST:PORT. Every server must have been prepared. Nothing changes unless all of them respond.
set -eu
[ $# -ge 2 ] || { echo 'usage: create.sh COORDINATOR WORKER...' >&2; exit 1; }
host() { echo "${1%:*}"; }
port() { case $1 in *:*) echo "${1##*:}" ;; *) echo 5432 ;; esac; }
query() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d byhand "$@"; }

for server in "$@"; do
  for role in postgres byhand; do
    found=$(psql -X -A -t "host=$(host "$server") port=$(port "$server") user=$role dbname=byhand sslmode=require connect_timeout=5" \
      -c "SELECT extversion FROM pg_extension WHERE extname = 'citus'") || {
      echo "$server does not accept $role with the password in ~/.pgpass. Run prepare.sh on it." >&2
      exit 1
    }
    [ "$found" ] || { echo "$server has no extension citus in the database byhand. Run prepare.sh on it." >&2; exit 1; }
    [ "$found" = "${version:=$found}" ] || { echo "$server has Citus $found, others have $version." >&2; exit 1; }
  done
done

coordinator=$1
shift
{
  echo "SELECT citus_set_coordinator_host('$(host "$coordinator")', $(port "$coordinator"));"
  for worker in "$@"; do echo "SELECT citus_add_node('$(host "$worker")', $(port "$worker"));"; done
} | query --single-transaction > /dev/null
echo "The cluster has $# workers. Continue with: byhand migrate"
