# What people do with Greenroom. `make` alone lists it.
# ARGS are handed on: `make run ARGS="--port 9000"`, `make test ARGS="--filter DeviceHostTests"`.

ARGS ?=
# What `make run` builds: the core with the features that need no large library; `make run FEATURES=all` all. Everything else has all.
FEATURES ?=
PREFIX ?= /usr/local
BINARY := .build/release/greenroom
# The commit of the release binary, which its metrics name; nothing where git does not know it.
COMMIT ?= $(shell git describe --always --abbrev=12 --dirty --exclude '*' 2>/dev/null)
TYPESCRIPT_SOURCES := $(filter-out %/schema.ts %/operations.ts,$(wildcard clients/typescript/src/*.ts clients/typescript/src/jsbox/*.ts)) \
	$(wildcard clients/typescript/generate/*.mjs) $(wildcard clients/typescript/tsconfig*.json)
SOURCES := Package.swift Sources Tests Tools Benchmarks/Package.swift Benchmarks/Sources examples/swift

.DEFAULT_GOAL := help
.PHONY: help setup run core test test-js test-browser check check-all conformance reports recorded-store crash-test \
	documents clients typescript-client python-client format lint dependencies release dist wheels install bench \
	image clean

help: ## Lists what can be made.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs the system packages that the build needs, and looks for Swift.
	@dev/setup

run: $(if $(filter all,$(FEATURES)),release,core) ## Serves on port 8080, with a demo device; Appium on 4723, WebDriverAgent on 8100. FEATURES=all: APNs on 2197.
	exec $(BINARY) serve --demo --appium-port 4723 --wda-port 8100 $(if $(filter all,$(FEATURES)),--apns-port 2197) $(ARGS)

core: setup ## Builds the release binary without the features that need large libraries: APNs, webhooks, OpenTelemetry, PostgreSQL.
	GREENROOM_COMMIT=$(COMMIT) swift build -c release --product greenroom --static-swift-stdlib --disable-default-traits

# As many at once as there are processors: with more, clients and servers of a thousand tests wait for each other until some give up.
test: ## Runs the tests, then the conformance scenarios over HTTP.
	@dev/setup postgresql
	swift test --experimental-maximum-parallelization-width $$(getconf _NPROCESSORS_ONLN) $(ARGS)
	$(MAKE) --no-print-directory conformance

check: ## Runs what a change waits for.
	.ci/run push

check-all: ## As root: runs every check.
	.ci/run

conformance: ## Runs the conformance scenarios over HTTP against the debug binary.
	swift build --product greenroom
	dev/conformance .build/debug/greenroom

reports: ## Reads reports of the debug binary with pycrashreport, a parser of real ones.
	swift build --product greenroom
	dev/check-reports .build/debug/greenroom

recorded-store: ## Records the store anew that tests replay, after a wanted change of the rules.
	swift run generate store

test-js: ## Tests the modules of the dashboard that need no browser, with Node.
	dev/test-js

test-browser: release ## Uses the dashboard of the release binary in headless Chromium, as a person would.
	dev/check-dashboard $(BINARY)

documents: ## Makes anew what is made from the code in docs: openapi.json, inputs.md, rulebook.md, the tables of settings and metrics.
	swift run generate documents

clients: python-client typescript-client ## Makes what git does not keep of the clients for Python and TypeScript, from docs/openapi.json.

python-client: clients/python/src/greenroom_client/models.py
clients/python/src/greenroom_client/models.py: docs/openapi.json clients/python/generate_models.py
	python3 clients/python/generate_models.py

typescript-client: clients/typescript/lib/index.js
clients/typescript/lib/index.js: docs/openapi.json $(TYPESCRIPT_SOURCES) dev/typescript-client
	dev/typescript-client

format: ## Formats the sources.
	swift format format --in-place --parallel --recursive $(SOURCES)

lint: ## Checks the format, the style rules of .swift-format, and that the pages in Chinese are those in English.
	dev/check-translations
	swift format lint --strict --parallel --recursive $(SOURCES)

dependencies: setup ## Fetches and compiles the libraries that the release binary uses.
	dev/dependencies -c release --static-swift-stdlib

release: setup ## Builds the release binary; it carries the Swift runtime within.
	GREENROOM_COMMIT=$(COMMIT) swift build -c release --product greenroom --static-swift-stdlib

dist: release ## Makes the archive of a release in .build/dist, with its checksum.
	dev/make-dist $(BINARY)

wheels: release ## Makes the wheels of a release in .build/dist: the binary, and the client for Python.
	dev/make-wheels $(BINARY) .build/dist

install: release ## Installs the binary, its manual page and completions for shells below PREFIX (/usr/local).
	dev/install $(BINARY) $(DESTDIR)$(PREFIX)

crash-test: release ## Kills the release binary 50 times and looks whether anything was lost.
	dev/crash-test $(BINARY) $(ARGS)

bench: release ## Measures the release binary beside its peers; ARGS names stages. Takes ten minutes.
	@dev/setup wrk erlang-base
	dev/bench $(ARGS)

image: ## Builds the container image greenroom:latest.
	docker build --build-arg COMMIT=$(COMMIT) --tag greenroom:latest .

clean: ## Removes everything that was built.
	swift package clean
