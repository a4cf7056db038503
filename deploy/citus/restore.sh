#!/bin/sh
# Restores one server of the cluster from a backup. Run on every server as the user postgres, with the server stopped and
# its data folder empty, then start all servers:
#
#   sh restore.sh BACKUP_FOLDER/HOST_PORT ARCHIVE DATA_FOLDER [RESTORE_POINT]
set -eu
[ $# -ge 3 ] || { echo 'usage: restore.sh BACKUP_FOLDER/HOST_PORT ARCHIVE DATA_FOLDER [RESTORE_POINT]' >&2; exit 1; }
backup=$1
archive=$2
data=$3
point=${4:-$(cat "$(dirname "$backup")/restore_point")}
[ -f "$backup/PG_VERSION" ] || { echo "$backup is not the backup of a server." >&2; exit 1; }
[ -d "$archive" ] || { echo "$archive: there is no such archive." >&2; exit 1; }
[ -z "$(ls -A "$data" 2> /dev/null)" ] || { echo "$data is not empty." >&2; exit 1; }

mkdir -p "$data"
chmod 700 "$data"
cp -a "$backup/." "$data/"
touch "$data/recovery.signal"
# The last value of a setting counts. No standby follows the restored server yet.
cat >> "$data/postgresql.auto.conf" <<SETTINGS
restore_command = 'cp $archive/%f %p'
recovery_target_name = '$point'
recovery_target_action = 'promote'
synchronous_standby_names = ''
SETTINGS
echo "$data is ready. Its server stops at the restore point $point when it starts."
