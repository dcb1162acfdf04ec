# The command line alone:  docker build -f deploy/oms.Dockerfile -t open-oms .
# renovate: datasource=docker depName=node versioning=node
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /build
ENV CI=true
RUN npm install --global pnpm@10.34.9
COPY pnpm-lock.yaml pnpm-workspace.yaml .pnpmfile.cjs package.json ./
RUN --mount=type=cache,id=pnpm,target=/root/.local/share/pnpm/store pnpm fetch
COPY . .
RUN --mount=type=cache,id=pnpm,target=/root/.local/share/pnpm/store pnpm install --frozen-lockfile --prefer-offline
ARG REVISION=
ARG BUILD_DATE=
RUN OMS_REVISION=${REVISION} OMS_BUILD_DATE=${BUILD_DATE} pnpm --filter @open-oms/cli build

# Fills a demo shop from the sources (compose.demo.yml):  docker build -f deploy/oms.Dockerfile --target demo .
FROM build AS demo
ENV OMS_CONFIG_DIR=/config HOME=/tmp
USER 1000:1000
CMD ["node", "--conditions=development", "tools/demo.ts", "--gateway", "http://gateway:8080"]

FROM ${NODE_IMAGE} AS run
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* && find /usr/local/bin -xtype l -delete
COPY --from=build --chown=root:root /build/packages/cli/dist /app
RUN ln -s /app/oms.js /usr/local/bin/oms
ENV NODE_ENV=production HOME=/tmp
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["oms"]
CMD ["--help"]
ARG NODE_IMAGE
ARG VERSION=0.0.0
ARG REVISION=
ARG BUILD_DATE=
LABEL org.opencontainers.image.title="open-oms" \
      org.opencontainers.image.description="The command line of the open order management system" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${BUILD_DATE}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
