# The server in a small image: docker build -t greenroom . && docker run --rm --read-only -p 127.0.0.1:8080:8080 greenroom
# Devices to start with: -v ./examples/seed:/etc/greenroom/seed:ro. Where others than this machine can reach the port give
# it a token: -v ./token:/run/secrets/token:ro -e GREENROOM_TOKEN_FILE=/run/secrets/token. To keep devices:
# -v greenroom:/data and serve --data-dir /data, or serve --database postgres://... See docs/operating.md.
# dev/check-container builds the last stage's root without an engine.

FROM swift:6.3-bookworm AS build
WORKDIR /greenroom
COPY dev/setup dev/dependencies dev/
RUN dev/setup
COPY Package.swift Makefile ./
# The libraries are a layer of their own, which a change of the sources leaves as it is.
RUN make dependencies
COPY Sources Sources
COPY Tests Tests
COPY Tools Tools
COPY docs/openapi.json docs/articles.md docs/articles.zh-CN.md docs/
ARG COMMIT
RUN make release COMMIT=$COMMIT
RUN install --strip .build/release/greenroom /usr/local/bin/greenroom

# The Swift runtime is within the binary; the C and C++ libraries and zlib that it needs come with the base image,
# SQLite and the client library of PostgreSQL do not.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libpq5 libsqlite3-0 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin greenroom
RUN mkdir -p /etc/greenroom/seed && install -d -m 700 -o greenroom /data
COPY --from=build /usr/local/bin/greenroom /usr/local/bin/greenroom
USER 10001:10001
# Inside a container it must listen beyond loopback. Who can reach it is decided by who publishes the port.
ENV GREENROOM_HOST=0.0.0.0 GREENROOM_INSECURE=true GREENROOM_PORT=8080 GREENROOM_LOG_FORMAT=json GREENROOM_SEED=/etc/greenroom/seed
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["greenroom", "health", "--of-process", "1"]
ENTRYPOINT ["greenroom"]
CMD ["serve"]
