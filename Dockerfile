# What runs, what it needs, and what is only needed to build the web app and the packages that the portal serves.
#   docker build -t plinth .
ARG NODE=node:24-slim

FROM ${NODE} AS manifests
WORKDIR /plinth
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY cli/package.json cli/
COPY refs/package.json refs/
COPY web/package.json web/
COPY camera/package.json camera/

FROM manifests AS web
RUN npm ci -w @plinth/web -w @plinth/contract --include-workspace-root=false
COPY tsconfig.base.json ./
COPY contract/src contract/src
COPY web web
RUN cd web && npx --no-install vite build --logLevel=error
# Its bundler is a part of Vite.
COPY cli cli
RUN cd cli && npx --no-install rolldown -c rolldown.config.ts
COPY refs refs
RUN cd refs && npx --no-install rolldown -c rolldown.config.ts

FROM manifests AS packages
# The embedded PostgreSQL is an optional package; a container is given a database.
RUN npm ci --omit=dev --omit=optional -w @plinth/server -w @plinth/contract --include-workspace-root=false

# Takes pictures of stories: docker build --target camera -t plinth-camera . (docs/operating/camera.md)
FROM manifests AS camera
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium-headless-shell fonts-noto-core fonts-noto-color-emoji fontconfig \
 && rm -rf /var/lib/apt/lists/*
RUN npm ci --omit=dev --omit=optional -w plinth-camera -w @plinth/contract --include-workspace-root=false
COPY contract/src contract/src
COPY camera/src camera/src
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning
USER node
CMD ["node", "camera/src/main.ts"]

FROM ${NODE}
WORKDIR /plinth
COPY --from=packages /plinth .
COPY contract/src contract/src
COPY server/src server/src
COPY --from=web /plinth/web/dist web/dist
COPY --from=web /plinth/cli/dist cli/dist
COPY cli/README.md cli/LICENSE cli/
COPY docs/ci docs/ci
COPY --from=web /plinth/refs/dist refs/dist
COPY refs/README.md refs/LICENSE refs/
COPY --chmod=755 deploy/plinth-admin /usr/local/bin/plinth-admin
# Drafts of uploads, the cache of archives and Node's compile cache: the only place that is written to.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    PORT=3000 \
    PLINTH_HOST=0.0.0.0 \
    PLINTH_DATA=/data \
    PLINTH_CAMERA=false \
    NODE_COMPILE_CACHE=/data/compile-cache
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so that SIGTERM reaches it and it can drain.
CMD ["node", "--single-threaded-gc", "--max-semi-space-size=4", "--heap-growing-percent=100", "server/src/main.ts"]
