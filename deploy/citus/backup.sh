#!/bin/sh
# Copies all servers of the cluster into a new folder, while the service runs, and marks a point in time to which all of
# them can be restored. Run on the coordinator as the user postgres:
#
#   sh backup.sh FOLDER
#
# Every server must archive its write-ahead log (ARCHIVE in prepare.sh). Keep the archives and the folder together.
set -eu
folder=${1:?usage: backup.sh FOLDER}
[ ! -e "$folder" ] || { echo "$folder exists already." >&2; exit 1; }
query() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d byhand "$@"; }
servers=$(query -F ' ' -c 'SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid')
each() { echo "$servers" | while read -r host port; do "$1" "$host" "$port"; done; }
on() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d "host=$1 port=$2 user=postgres dbname=byhand sslmode=require" -c "$3"; }

archives() {
  [ "$(on "$1" "$2" 'SHOW archive_mode')" = on ] || { echo "$1:$2 does not archive its write-ahead log." >&2; exit 1; }
}
copy() {
  pg_basebackup -d "host=$1 port=$2 user=postgres dbname=replication sslmode=require" -D "$folder/$1_$2" -c fast
}
finish_segment() {
  segment=$(on "$1" "$2" 'SELECT pg_walfile_name(pg_switch_wal())')
  tries=0
  until [ "$(on "$1" "$2" "SELECT COALESCE(last_archived_wal, '') >= '$segment' FROM pg_stat_archiver")" = t ]; do
    tries=$((tries + 1))
    [ $tries -le 60 ] || { echo "$1:$2 has not archived $segment within a minute. Check its archive_command." >&2; exit 1; }
    sleep 1
  done
}

each archives
mkdir -p "$folder"
each copy
point="byhand_$(date -u +%Y%m%d_%H%M%S)"
query -c "SELECT citus_create_restore_point('$point')" > /dev/null
each finish_segment
echo "$point" > "$folder/restore_point"
echo "All servers are in $folder. They can be restored to $point or to any later restore point."
