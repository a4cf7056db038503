#!/bin/sh
# Builds Citus from its source and installs it into Debian's PostgreSQL. Run as root on every server:
#
#   sh build.sh FOLDER_OF_THE_CITUS_SOURCE
set -eu
source=${1:?usage: build.sh FOLDER_OF_THE_CITUS_SOURCE}
[ -x "$source/configure" ] || { echo "$source: there is no Citus source (configure is missing)" >&2; exit 1; }

export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends postgresql
version=$(ls /usr/lib/postgresql | sort -n | tail -1)
apt-get install --yes --no-install-recommends "postgresql-$version" "postgresql-server-dev-$version" \
  gcc make flex libicu-dev libkrb5-dev liblz4-dev libpam0g-dev libreadline-dev libselinux1-dev libssl-dev \
  libxml2-dev libxslt1-dev libzstd-dev zlib1g-dev

cd "$source"
# PostgreSQL 15.19 and later declare this function themselves; Citus 13.2 defines another one of the same name.
server=/usr/include/postgresql/$version/server/commands/dbcommands.h
if grep -q have_createdb_privilege "$server"; then
  sed -i 's/^have_createdb_privilege(void)$/unused_have_createdb_privilege(void)/' src/include/pg_version_compat.h
fi
./configure --without-libcurl PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config"
# Debian's packages of PostgreSQL ask for LLVM bitcode, which Citus does not need.
make extension with_llvm=no
make install-extension with_llvm=no
echo "Citus is installed for PostgreSQL $version. Continue with prepare.sh."
