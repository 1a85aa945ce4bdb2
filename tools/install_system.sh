#!/usr/bin/env bash
# Installs what the tests need beside Python: a browser, fonts for its pages, PostgreSQL's server programs, strace, which
# shows that what is acknowledged had reached the disk, and nginx and Caddy, which run with the files of deploy/.
# Where it may not install, it says what to run; the tests then skip what is missing. With CI=true that is a failure,
# but for strace, nginx and Caddy.
set -euo pipefail # bash before 4.4, as on a Mac, calls an empty array unbound: hence ${services[@]+…}

packages=()
has_chromium() { [[ -n ${SCOREKEEPER_CHROMIUM:-} ]] || has_shell || command -v chromium || command -v chromium-browser || command -v google-chrome; }
has_shell() { command -v chromium-headless-shell; } # the browser without its windows: tests take little more than half the time
has_postgresql() { [[ -n ${SCOREKEEPER_TEST_POSTGRES:-} ]] || compgen -G '/usr/lib/postgresql/*/bin/initdb' || command -v initdb; }
has_fonts() { # Debian's layout; elsewhere the browser's own fonts have to do
    ! command -v dpkg || { [[ -d /usr/share/fonts/truetype/liberation ]] || [[ -d /usr/share/fonts/truetype/liberation2 ]]; } &&
        [[ -e /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf && -e /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf ]]
}
has_chromium >/dev/null || packages+=(chromium-headless-shell)
has_fonts >/dev/null || packages+=(fonts-liberation fonts-noto-core fonts-noto-color-emoji)
has_postgresql >/dev/null || packages+=(postgresql)
needed=${#packages[@]}
# Where every test is run each time, the lighter browser is worth having beside another.
if [[ ${CI:-} == true && -z ${SCOREKEEPER_CHROMIUM:-} && " ${packages[*]:-} " != *" chromium-headless-shell "* ]]; then
    has_shell >/dev/null || ! command -v apt-get >/dev/null || packages+=(chromium-headless-shell)
fi
# Two tests alone use strace, and there is none but on Linux: without it they are skipped, in CI too.
[[ $(uname) != Linux ]] || command -v strace >/dev/null || packages+=(strace)
# So it is with the proxies. They are wanted as programs: no service of theirs is started here or with the machine.
services=()
for proxy in nginx caddy; do
    [[ $(uname) != Linux ]] || command -v "$proxy" >/dev/null || [[ -x /usr/sbin/$proxy ]] || services+=("$proxy")
done
[[ ${#services[@]} -eq 0 ]] || packages+=("${services[@]}")
[[ ${#packages[@]} -gt 0 ]] || exit 0

give_up() {
    echo "$1" >&2
    [[ ${CI:-} != true || $needed -eq 0 ]] || exit 1
    echo "The tests that need them will be skipped." >&2
    exit 0
}

if ! command -v apt-get >/dev/null; then
    give_up "Not installed: ${packages[*]} (Debian's names). Install them with your system's own package manager."
fi
as_root() { "$@"; }
if [[ $(id -u) -ne 0 ]]; then
    as_root() { sudo -n "$@"; }
    if ! sudo -n true 2>/dev/null; then
        give_up "Not installed: ${packages[*]}. To have them: sudo apt-get install --no-install-recommends ${packages[*]}"
    fi
fi

echo "Installing ${packages[*]} …"
log=$(mktemp)
policy=/usr/sbin/policy-rc.d # Debian's packages ask it before they start a service
ours="# by Scorekeeper's tools/install_system.sh" # tells a file that a killed run left behind from the machine's own
if [[ -e $policy ]]; then
    grep -qxF "$ours" "$policy" || policy=
elif [[ ${#services[@]} -eq 0 ]]; then
    policy=
fi
trap 'rm -f "$log"; [[ -z $policy ]] || as_root rm -f "$policy"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
if [[ -n $policy ]]; then
    printf '#!/bin/sh\n%s\nexit 101\n' "$ours" | as_root tee "$policy" >/dev/null
    as_root chmod 755 "$policy"
fi
# The server's own cluster is not wanted: the tests start a private one.
create_main_cluster=/etc/postgresql-common/createcluster.conf
if [[ " ${packages[*]} " == *" postgresql "* && ! -e $create_main_cluster ]]; then
    as_root mkdir -p /etc/postgresql-common
    echo 'create_main_cluster = false' | as_root tee "$create_main_cluster" >/dev/null
fi
as_root apt-get update >"$log" 2>&1 || { tail -n 20 "$log" >&2; give_up "apt-get could not update its lists."; }
if ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then # systems that have it as a part of the whole browser
    other=chromium
    ! has_chromium >/dev/null || other=
    read -ra packages <<<"${packages[*]/chromium-headless-shell/$other}"
    [[ ${#packages[@]} -gt 0 ]] || exit 0
fi
for service in ${services[@]+"${services[@]}"}; do # not every system has both
    apt-cache show "$service" >/dev/null 2>&1 || read -ra packages <<<"${packages[*]/$service/}"
done
[[ ${#packages[@]} -gt 0 ]] || exit 0
if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        -o Dpkg::Options::=--force-confold "${packages[@]}" >>"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    give_up "apt-get could not install: ${packages[*]}."
fi
for service in ${services[@]+"${services[@]}"}; do
    as_root update-rc.d "$service" disable >/dev/null 2>&1 || as_root systemctl disable "$service" >/dev/null 2>&1 || true
done
