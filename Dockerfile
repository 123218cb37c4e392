# The image of a site: `docker build -t folio .` in the checkout. Your folder `site`, made by `npm run init`, goes along where there is one.
# docs/hosting.md says how to run it. The base is the Node that package-lock.json holds; a test keeps the two together.

FROM node:24.21.0-trixie-slim AS base
WORKDIR /app
# Fewer words, and no look for a newer npm, in every install below.
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_FUND=false NPM_CONFIG_AUDIT=false

FROM base AS build
COPY package.json package-lock.json ./
# No scripts: the one package that has any (node) brings what the base has already.
RUN npm ci --include=dev --ignore-scripts
COPY vite.config.ts tsconfig*.json ./
COPY scripts scripts
COPY src src
RUN node scripts/build.ts

FROM base AS dependencies
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

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
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY LICENSE .env.example package.json ./
COPY db db
COPY scripts scripts
COPY src src
COPY sample sample
# A pattern that may match nothing, beside a file that is always there.
COPY LICENSE sit[e] /site/
# The only place that is written to; everything else may be read-only.
RUN install --directory --owner=node --group=node --mode=0700 /data
VOLUME /data
# The base's user `node`, by number: Kubernetes' runAsNonRoot asks for one.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/health.ts"]
CMD ["node", "src/server/main.ts"]
