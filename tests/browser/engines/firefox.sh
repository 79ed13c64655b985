#!/bin/sh
# Firefox, which ends with whoever has started it: Playwright puts it into a process group of its own, so that a run which is
# interrupted would leave it behind.
firefox="${FIREFOX_PATH:-/usr/bin/firefox-esr}"
if command -v setpriv > /dev/null; then
  exec setpriv --pdeathsig KILL "$firefox" "$@"
fi
exec "$firefox" "$@"
