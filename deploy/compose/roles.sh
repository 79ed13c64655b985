#!/bin/sh
# Run by PostgreSQL's image in a new database: the owner, who migrates, and the role that serves (docs/operating.md,
# "Roles in PostgreSQL").
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  -v owner="$(cat /run/secrets/perch_owner_password)" -v app="$(cat /run/secrets/perch_app_password)" <<'SQL'
CREATE ROLE perch_owner LOGIN PASSWORD :'owner';
CREATE ROLE perch_app LOGIN PASSWORD :'app';
CREATE DATABASE perch OWNER perch_owner;
REVOKE ALL ON DATABASE perch FROM PUBLIC;
GRANT CONNECT, TEMPORARY ON DATABASE perch TO perch_app;
SQL
