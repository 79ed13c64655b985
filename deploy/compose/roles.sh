#!/bin/sh
# Run by PostgreSQL's image in a new database: the owner, who migrates, and the role that serves (docs/operating.md,
# "Roles in PostgreSQL").
set -eu
test -s /run/secrets/perch_owner_password
test -s /run/secrets/perch_app_password
# psql reads the passwords itself: its own parameters can be seen by every user of the machine.
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<'SQL'
\set owner `cat /run/secrets/perch_owner_password`
\set app `cat /run/secrets/perch_app_password`
CREATE ROLE perch_owner LOGIN PASSWORD :'owner';
CREATE ROLE perch_app LOGIN PASSWORD :'app';
CREATE DATABASE perch OWNER perch_owner;
REVOKE ALL ON DATABASE perch FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE perch TO perch_app;
SQL
