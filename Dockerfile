# The server in a small image: docker build -t greenroom . && docker run --rm -p 8080:8080 greenroom
# To keep devices: docker run -v greenroom:/data ... greenroom serve --data-dir /data
# Beyond a trusted network give it a token: docker run -e GREENROOM_TOKEN=... (see README.md, Settings).

FROM swift:6.3-bookworm AS build
WORKDIR /greenroom
COPY dev dev
RUN dev/setup
COPY Package.swift Makefile ./
COPY Sources Sources
COPY Tests Tests
RUN make release
RUN install --strip .build/release/greenroom /usr/local/bin/greenroom

# The Swift runtime is within the binary; the C and C++ libraries and zlib that it needs come with the base image.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libsqlite3-0 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin greenroom && install -d -o greenroom /data
COPY --from=build /usr/local/bin/greenroom /usr/local/bin/greenroom
USER 10001
ENV GREENROOM_HOST=0.0.0.0 GREENROOM_PORT=8080 GREENROOM_LOG_FORMAT=json
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["greenroom", "health"]
ENTRYPOINT ["greenroom"]
CMD ["serve"]
