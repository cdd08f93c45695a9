#!/bin/sh
# Why: docs/decisions/platform/helm-chart.md
#
# usage: deploy/kubernetes-secrets.sh make <folder>
#        deploy/kubernetes-secrets.sh put <folder> [options of kubectl, such as --namespace=platform]
#        deploy/kubernetes-secrets.sh put-proxies <folder> [options of kubectl, such as --namespace=proxies]
#
# make: keys for each process, a folder of its own for each: put in what is yours (docs/guides/kubernetes.md).
# put:  a Secret per folder, `trading-platform-<process>`, over the one that is there: processes read files again by themselves, and
# `environment` when they are started again.
# put-proxies: `trading-platform-venue-proxy` in the same way, with the one key that proxies in pods of their own have: to where those pods are.
set -eu

usage() {
  sed -n 's/^# usage: //p; s/^#        //p' "$0" >&2
  exit 2
}

[ $# -ge 2 ] || usage
action=$1 folder=$2
shift 2
mkdir -p "$folder"
chmod 700 "$folder"
folder=$(cd "$folder" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
# The lock file has the Node that the platform runs on.
PATH=$root/node_modules/.bin:$PATH
release=${RELEASE:-trading-platform}

# Makes a Secret of a file or of a folder's, over the one that is there. The rest are options of kubectl.
put_secret() {
  name=$1 from=$2
  shift 2
  kubectl "$@" create secret generic "$name" --from-file="$from" --dry-run=client --output=yaml |
    kubectl "$@" apply --server-side --force-conflicts --filename=-
}

case $action in
make)
  if [ -e "$folder/edge" ]; then
    echo "$folder has keys already, which stay as they are" >&2
    exit 1
  fi
  # Where the sandbox's process finds everything, from within its pod.
  env DATA_DIR="$folder/.all" KEYS_DIR="$folder" SANDBOX_DIR="$folder/sandbox" MAILBOX_DIR=/data/mailbox \
    SANDBOX_URL=http://127.0.0.1:8090 ARBITRUM_RPC_URL=http://127.0.0.1:8547 POLYGON_RPC_URL=http://127.0.0.1:8548 \
    MONGODB_ADDRESS="${MONGODB_ADDRESS:-mongodb:27017}" GATEWAY_URL="http://$release-edge:4000/graphql" \
    PUBLIC_URL="${PUBLIC_URL:-http://localhost:8080}" node "$root/supervisor/dist/keys/main.js"
  # The proxies of accounts with real money run beside `runtime`, unless they have pods of their own.
  cp "$folder/.all/keys/venue-proxy.jwk.json" "$folder/runtime/venue-proxy.jwk.json"
  ;;
put)
  for process in edge identity wallet context runtime feed execution sandbox; do
    [ -d "$folder/$process" ] || continue
    put_secret "trading-platform-$process" "$folder/$process" "$@"
  done
  ;;
put-proxies) put_secret trading-platform-venue-proxy "$folder/runtime/venue-proxy.jwk.json" "$@" ;;
*) usage ;;
esac
