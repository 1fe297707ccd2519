#!/bin/sh
# Starts Kreuzdame and opens it in the browser; whoever closes this window ends it.
# With words behind it, a command: ./kreuzdame.sh restore copy.sqlite3
here=$(cd "$(dirname "$0")" && pwd)

# Another Python on this computer is nobody's business here.
unset PYTHONHOME PYTHONPATH
export PYTHONNOUSERSITE=1

if [ "$(uname)" = Darwin ]; then
    # macOS bars each file that was fetched; whoever opened this one has been asked.
    xattr -dr com.apple.quarantine "$here" 2>/dev/null
    export DYLD_FALLBACK_LIBRARY_PATH="$here/pango/lib:/usr/lib"
    export FONTCONFIG_FILE="$here/pango/etc/fonts/fonts.conf"
fi
exec "$here/python/bin/python3" -P -m tournament.config.start "$@"
