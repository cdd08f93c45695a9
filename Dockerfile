# syntax=docker/dockerfile:1
# The platform's Node processes: one image, of which each container runs one process (docker-compose.yml). Node is of the version
# that the lock file names; test/src/containers compares the two.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /platform
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
# The libraries of venues' signers come from the Python package registry.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3 python3-pip \
 && node venues/dist/signers/install.js /signers
# Leaves what `npm ci --omit=dev` would install. npm counts TypeScript to it, as libraries name it for their types, and the
# lock file's Node: the one has no use there, the other is the image's own.
RUN npm prune --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver node_modules/node-linux-* node_modules/.bin/node

FROM node:${NODE_VERSION}-bookworm-slim
WORKDIR /platform
COPY --from=build /platform/package.json package.json
COPY --from=build /platform/node_modules node_modules
COPY --from=build /platform/dist dist
COPY --from=build /platform/common common
COPY --from=build /platform/venues venues
COPY --from=build /platform/protos protos
COPY --from=build /platform/services services
COPY --from=build /platform/subgraphs subgraphs
COPY --from=build /platform/gateway gateway
COPY --from=build /platform/rest-facade rest-facade
COPY --from=build /platform/supervisor supervisor
COPY --from=build /platform/bundler bundler
COPY --from=build /platform/sandbox sandbox
COPY --from=build /platform/frameworks frameworks
COPY --from=build /platform/docs docs
COPY --from=build /signers /opt/signers
# Where volumes are mounted: a new one takes its owner from here.
RUN install --directory --owner=node --group=node --mode=0700 /data /data/feeds /objects /sandbox /run/keys \
    /keys /keys/sandbox /keys/mongodb /keys/objects /keys/identity /keys/wallet /keys/context /keys/runtime /keys/feed \
    /keys/execution /keys/edge
USER node
# What a process is handed beside its environment: in a sandbox, the keys made for it (supervisor/src/keys).
ENTRYPOINT ["node", "--env-file-if-exists=/run/keys/environment"]
