#!/bin/sh
# Copies a server to an empty data folder that follows it: a standby of the coordinator or of a worker. Run prepare.sh on
# the standby, stop its server, empty its data folder, and run this as the user postgres. Then start its server:
#
#   sh standby.sh PRIMARY DATA_FOLDER NAME
#
# PRIMARY is HOST or HOST:PORT. From then on, the primary acknowledges a commit only after the standby has synced it.
set -eu
[ $# -eq 3 ] || { echo 'usage: standby.sh PRIMARY DATA_FOLDER NAME' >&2; exit 1; }
case $1 in *:*) host=${1%:*} port=${1##*:} ;; *) host=$1 port=5432 ;; esac
data=$2
name=$3
# Debian keeps pg_hba.conf outside the data folder, so the copy lacks the rules of the primary.
grep -qs '^\*:\*:byhand:postgres:' ~/.pgpass || { echo 'Run prepare.sh on this server first.' >&2; exit 1; }
case $name in *[!a-z0-9_]*) echo "NAME may contain a to z, digits and _ only: $name" >&2; exit 1 ;; esac
primary="host=$host port=$port user=postgres sslmode=require"

# Of an earlier standby of this name.
psql -X -q -v ON_ERROR_STOP=1 -d "$primary dbname=byhand" \
  -c "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = '$name' AND NOT active" > /dev/null
pg_basebackup -d "$primary dbname=replication application_name=$name" -D "$data" -X stream -R -C -S "$name" -c fast
# The copy has the primary's own standby in its settings. After a promotion it would wait for that one. The last value counts.
echo "synchronous_standby_names = ''" >> "$data/postgresql.auto.conf"
psql -X -q -v ON_ERROR_STOP=1 -d "$primary dbname=byhand" \
  -c "ALTER SYSTEM SET synchronous_standby_names = '$name'" -c 'SELECT pg_reload_conf()' > /dev/null
echo "$data follows $host:$port. Start its server now: commits on $host:$port wait for it."
