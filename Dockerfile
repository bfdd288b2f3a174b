# One image for every service: compose.yaml says which main.ts each container runs. Debian, not
# Alpine, so that native packages are the builds that the tests run on. Services run from their
# sources, only the console is built.
FROM node:24-trixie-slim AS console
WORKDIR /waggle
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24-trixie-slim
ENV NODE_ENV=production
WORKDIR /waggle
COPY package.json package-lock.json .npmrc ./
# The optional packages are Node and Postgres for machines that have none: the image has its own.
RUN npm ci --omit=dev --omit=optional --ignore-scripts && npm cache clean --force
COPY events events
COPY services services
COPY migrations migrations
COPY scripts scripts
COPY --from=console /waggle/console/dist console/dist
USER node
