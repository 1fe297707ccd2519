#!/bin/sh
# PostgreSQL's image calls it once, with its own account: the program's owns its database and no more.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'END'
CREATE ROLE kreuzdame LOGIN PASSWORD :'password';
CREATE DATABASE kreuzdame OWNER kreuzdame TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
REVOKE CONNECT ON DATABASE kreuzdame, postgres, template1 FROM PUBLIC;
END
