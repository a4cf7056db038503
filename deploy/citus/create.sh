#!/bin/sh
# Creates the cluster. Run once, on the coordinator, as the user postgres:
#
#   sh create.sh COORDINATOR WORKER...
#
# A server is HOST or HOST:PORT. Every server must have been prepared. Nothing changes unless check.sh accepts all of them.
set -eu
[ $# -ge 2 ] || { echo 'usage: create.sh COORDINATOR WORKER...' >&2; exit 1; }
host() { echo "${1%:*}"; }
port() { case $1 in *:*) echo "${1##*:}" ;; *) echo 5432 ;; esac; }
query() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d byhand "$@"; }

sh "$(dirname "$0")/check.sh" "$@"
coordinator=$1
shift
{
  echo "SELECT citus_set_coordinator_host('$(host "$coordinator")', $(port "$coordinator"));"
  for worker in "$@"; do echo "SELECT citus_add_node('$(host "$worker")', $(port "$worker"));"; done
} | query --single-transaction > /dev/null
echo "The cluster has $# workers. Continue with: byhand migrate"
