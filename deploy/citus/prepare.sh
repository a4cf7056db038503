#!/bin/sh
# Prepares a PostgreSQL server as coordinator or worker. Run on every server as the user postgres:
#
#   NETWORK=10.0.0.0/24 POSTGRES_PASSWORD=... BYHAND_PASSWORD=... sh prepare.sh
#
# Running it again changes nothing, but restarts the server. PGPORT names another port, RESTART the command that restarts the server, and ARCHIVE
# a folder of this server's own for its write-ahead log, which restoring a backup needs.
set -eu
network=${NETWORK:?NETWORK is missing: the network of the servers and the nodes, such as 10.0.0.0/24}
postgres_password=${POSTGRES_PASSWORD:?POSTGRES_PASSWORD is missing: the same on all servers}
byhand_password=${BYHAND_PASSWORD:?BYHAND_PASSWORD is missing: the same on all servers}
case "$postgres_password$byhand_password" in
  *[!A-Za-z0-9_-]*) echo 'A password may contain letters, digits, _ and - only.' >&2; exit 1 ;;
esac
query() { psql -X -q -A -t -v ON_ERROR_STOP=1 -d postgres "$@"; }

if [ ! -e "$(query -c "SELECT setting FROM pg_config WHERE name = 'SHAREDIR'")/extension/citus.control" ]; then
  echo 'The Citus extension is not installed on this server. Run build.sh first.' >&2
  exit 1
fi

# Citus must be first. wal_level lets shards move while the service runs.
libraries=$(query -c 'SHOW shared_preload_libraries' | sed -E 's/(^|, *)citus(,|$)/\2/; s/^, *//')
query -c "ALTER SYSTEM SET shared_preload_libraries = citus${libraries:+, $libraries}" \
  -c "ALTER SYSTEM SET wal_level = 'logical'" \
  -c "ALTER SYSTEM SET listen_addresses = '*'" \
  -c "ALTER SYSTEM SET max_connections = ${MAX_CONNECTIONS:-300}"

if [ "${ARCHIVE:-}" ]; then
  mkdir -p "$ARCHIVE"
  query -c "ALTER SYSTEM SET archive_mode = 'on'" \
    -c "ALTER SYSTEM SET archive_command = 'test ! -f $ARCHIVE/%f && cp %p $ARCHIVE/%f.part && mv $ARCHIVE/%f.part $ARCHIVE/%f'"
fi

# The superuser and byhand connect from the servers and the nodes, byhand also for replication to a standby.
rules=$(query -c 'SHOW hba_file')
for database in byhand replication; do
  rule="hostssl $database postgres,byhand $network scram-sha-256"
  grep -qxF "$rule" "$rules" || echo "$rule" >> "$rules"
done

# The passwords for connections between the servers.
umask 077
touch ~/.pgpass
for database in byhand replication; do
  sed -i "/^\*:\*:$database:\(postgres\|byhand\):/d" ~/.pgpass
  printf '%s\n' "*:*:$database:postgres:$postgres_password" "*:*:$database:byhand:$byhand_password" >> ~/.pgpass
done

data=$(query -c 'SHOW data_directory')
${RESTART:-pg_ctlcluster $(basename "$(dirname "$data")") $(basename "$data") restart}

# Passwords come from standard input, because arguments are visible in the list of processes.
echo "ALTER ROLE postgres PASSWORD '$postgres_password'" | query
[ "$(query -c "SELECT 1 FROM pg_roles WHERE rolname = 'byhand'")" ] || query -c 'CREATE ROLE byhand LOGIN'
echo "ALTER ROLE byhand PASSWORD '$byhand_password'" | query
[ "$(query -c "SELECT 1 FROM pg_database WHERE datname = 'byhand'")" ] ||
  query -c "CREATE DATABASE byhand OWNER byhand ENCODING 'UTF8' TEMPLATE template0"
# The extension enables TLS between the servers.
psql -X -q -v ON_ERROR_STOP=1 -d byhand -c 'SET client_min_messages = warning' -c 'CREATE EXTENSION IF NOT EXISTS citus'
echo "This server is ready: $(psql -X -A -t -d byhand -c 'SELECT citus_version()')"
