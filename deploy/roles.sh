#!/bin/bash
# Creates the two database roles and the database (deploy/README.md). Run this as the system user postgres, or in the
# container of PostgreSQL.
set -eu
psql --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=web="$DB_PASSWORD" <<'SQL'
create role termbook_owner login password :'owner';
create role termbook login password :'web';
create database termbook owner termbook_owner encoding 'UTF8' template template0;
SQL
psql --set=ON_ERROR_STOP=1 --dbname=termbook --command="alter schema public owner to termbook_owner"
