# Where a page of docs/results comes from; sourced by the scripts that write one.
#
#   origin ROOT COMMAND [MACHINE]: the lines with the date, the machine (and what else is to be said of
#   it), the commit of the tree in ROOT and the command.
origin() {
  local changed=
  git -C "$1" diff --quiet HEAD -- . ':!docs/results' || changed=', with changes'
  cat <<END
- Date: $(date -u +%F)
- Machine: $(nproc) cores, $(uname -m), $(. /etc/os-release && echo "$PRETTY_NAME")${3:-}
- Commit: $(git -C "$1" rev-parse --short=12 HEAD)$changed
- Command: \`$2\`
END
}
