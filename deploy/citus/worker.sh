#!/bin/sh
# Adds a worker and moves shards to it, or moves its shards away and removes it, or replaces a lost worker by its
# promoted standby. Run on the coordinator as the user postgres; the service keeps running:
#
#   sh worker.sh add NEW
#   sh worker.sh remove OLD
#   sh worker.sh replace LOST STANDBY
#
# A server is HOST or HOST:PORT. The new server must have been prepared.
set -eu
usage() { sed -n '/^#   sh/s/^#   /usage: /p' "$0" >&2; exit 1; }
address() { case $1 in *:*) echo "'${1%:*}', ${1##*:}" ;; *) echo "'$1', 5432" ;; esac; }
query() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d byhand "$@"; }
shards() { query -c "SELECT nodename || ':' || nodeport || ' has ' || count(*) || ' shards' FROM citus_shards WHERE citus_table_type = 'distributed' GROUP BY nodename, nodeport ORDER BY 1"; }

case "${1:-}:$#" in
  add:2)
    sh "$(dirname "$0")/check.sh" "$(query -c "SELECT nodename || ':' || nodeport FROM pg_dist_node WHERE groupid = 0")" "$2"
    query -c "SELECT citus_add_node($(address "$2"))" > /dev/null
    query -c 'SELECT citus_rebalance_start()' -c 'SELECT citus_rebalance_wait()' > /dev/null
    shards ;;
  remove:2)
    query -c "SELECT citus_drain_node($(address "$2"))" -c "SELECT citus_remove_node($(address "$2"))" > /dev/null
    shards ;;
  replace:3)
    node=$(query -c "SELECT nodeid FROM pg_dist_node WHERE (nodename, nodeport) = ($(address "$2"))")
    [ "$node" ] || { echo "$2 is not a worker of this cluster." >&2; exit 1; }
    query -c "SELECT citus_update_node($node, $(address "$3"), force => true, lock_cooldown => 1000)" > /dev/null
    shards ;;
  *) usage ;;
esac
