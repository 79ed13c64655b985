# The image of a server: `docker build -t perch .`. deploy/README.md says how it is run.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Nothing that a package brings is run: what has to be made is made by the next step.
RUN npm ci --ignore-scripts --include=dev
COPY . .
# Which revision this is; the context has no history.
ARG PERCH_REVISION=""
RUN npm run build -- --release release/perch.tar.gz
RUN mkdir release/perch && tar -xzf release/perch.tar.gz -C release/perch --strip-components=1

FROM ${NODE_IMAGE}
COPY --from=build /build/release/perch /opt/perch
# The volume takes its owner and mode from this folder.
RUN ln -s /opt/perch/dist/server/operator.mjs /usr/local/bin/perch-operator && install -d -o 1000 -g 1000 -m 0700 /var/lib/perch
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464 DATA_DIR=/var/lib/perch
# What the engine is compiled with is given back, and not kept for each of its threads: a quarter of the memory.
ENV MALLOC_ARENA_MAX=1
WORKDIR /opt/perch
# By its number, so that a cluster can see that it is not root; it is `node` of the base image.
USER 1000:1000
EXPOSE 8080
VOLUME /var/lib/perch
STOPSIGNAL SIGTERM
# Whether it lives, not whether it is ready: what is unhealthy may be killed, and the port of the metrics answers also
# while a long migration runs. deploy/README.md asks /readyz before it replaces the next server.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://localhost:${process.env.METRICS_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.mjs"]
