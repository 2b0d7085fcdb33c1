# Build, test and release gleslayergen. "make" lists the targets.

GO       ?= go
PREFIX   ?= /usr/local
DESTDIR  ?=
FUZZTIME ?= 60s
SOAK     ?= 10m
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# The third of the slow tests and the half of the fuzz tests that "make test-all" runs, and the part of the cases of slow tests: see
# scripts/gotest/share.go, scripts/fuzz and internal/testutil/shard.go.
TEST_SHARD ?= $(shell git rev-list --count HEAD 2>/dev/null || echo 0)
# Modification time of the files of a release: the time of the commit, so that builds are reproducible.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

MODULES   := .,test,scripts/release
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
BENCHES   := core layer loader update android trace
# C files that are copied to generated projects without a change.
PLAIN_C    = $(wildcard templates/core/*.[ch] templates/trace/trace/*.[ch] templates/replay/play/*.[ch])
# The desktop loader's C.
HOST_C     = $(wildcard loader/host/*.[ch] loader/host/probe/*.c)
# C files except generated ones.
C_FILES    = $(PLAIN_C) $(shell find . \( -name '*.[ch]' -o -name '*.cc' \) -not -name 'zz_generated_*' -not -path './golden/testdata/*' -not -path '*/build/*')
# Heavy tests use functions that other tests do not. ST1005 reports "C type" as a capitalized error.
STATICCHECK := build/staticcheck -tags heavy -checks=inherit,-ST1005
# go vet has run before, with all checks. The timeout is shorter than the 90 minutes of CI, so that a hanging test is reported.
GOTEST = $(GO) run ./scripts/gotest -summary build/tests.txt -modules $(MODULES) $(SPLIT) -- -vet=off -timeout 70m
RELEASE = $(GO) -C scripts/release run . -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -commit '$(shell git rev-parse HEAD 2>/dev/null)'
# Generates trace/format/tracepb in the directory that follows.
PROTOC := protoc --plugin=build/protoc-gen-go -I trace/format --go_opt=paths=source_relative --go_out=

export GOWORK := off

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps deps-demo deps-test deps-test-all deps-test-programs build test test-all test-angle test-programs test-deqp test-hostile demo examples golden docs proto schemas fuzz fuzzers soak fmt lint check-sysroot test-android-root test-gradle prose release vulncheck install uninstall clean \
        vet test-heavy stale cross release-twice $(BENCHES:%=bench-%)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

deps: deps-test-all ## install the missing Debian packages for all targets (as root, or with CI=true)

deps-demo deps-test deps-test-all deps-test-programs: deps-%:
	@scripts/deps $*

build: ## build the program: build/gleslayergen
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o build/gleslayergen ./cmd/gleslayergen

test: SPLIT := -jobs 2
test: deps-test vet ## run the tests: 7 minutes the first time, then 4; no GPU or display needed
	$(GOTEST)

test-all: deps ## run all checks of CI: also heavy tests, linters, other platforms, fuzzing, soak test
	@MAKE='$(MAKE)' TEST_SHARD=$(TEST_SHARD) PARTS=2 INPUTS=20 FUZZTIME=$${FUZZTIME:-20s} SOAK=$${SOAK:-5m} scripts/steps lint stale cross release-twice demo test-heavy test-angle test-hostile fuzz+soak
	@cat build/tests.txt

test-angle: build/angle ## run the tests of layers and the recorder over ANGLE instead of Mesa
	TEST_DRIVER=$(CURDIR)/build/angle $(GO) test -vet=off -count=1 -run '^Test(App|Order|Chain|Hooks|UnknownName|LayerListedTwice|Errors)' ./loader
	TEST_DRIVER=$(CURDIR)/build/angle $(GO) test -vet=off -count=1 -run 'OverMesa|OverAnyDriver|^TestDraw|^TestObjects|^TestShaders' ./golden
	TEST_DRIVER=$(CURDIR)/build/angle $(GO) test -vet=off -count=1 -tags heavy -run '^TestAllModulesOverAnyDriver$$' ./golden
	cd test && TEST_DRIVER=$(CURDIR)/build/angle $(GO) test -vet=off -count=1 ./trace/live
	cd test && TEST_DRIVER=$(CURDIR)/build/angle $(GO) test -vet=off -count=1 -tags heavy -timeout 30m -run '^(TestAnswers|TestReplayWithDriver$$)' .

test-programs: deps-test-programs build/angle ## run programs of others with and without the recorder, beside apitrace: P=PROGRAMS, or all; half an hour
	cd test && $(GO) run ./reliability $(P)

test-deqp: deps build/angle ## compare verdicts of 1 in SAMPLE=20 cases of the dEQP in DEQP=DIR with layers, and replay recordings: see docs/reliability.md
	cd test && $(GO) run ./deqp -sample $(or $(SAMPLE),$(if $(EXPLAIN),1,20)) -seed $(or $(SEED),1) -angle '$(CURDIR)/build/angle' -drivers $(or $(DRIVERS),$(if $(EXPLAIN),mesa,mesa,angle)) \
		$(if $(SHARD),-shard $(SHARD)) $(if $(LAYERS),-layers $(LAYERS)) $(if $(PROFILES),-profiles $(PROFILES)) $(if $(EXPLAIN),-explain) $(if $(CASES),-cases '$(abspath $(CASES))') \
		$(if $(JUNIT),-junit '$(abspath $(JUNIT))') $(if $(KEEP),-keep '$(abspath $(KEEP))') '$(if $(DEQP),$(abspath $(DEQP)))'

test-hostile: deps ## run the program on spoiled files, and programs that do what layers do not expect: INPUTS=N, SEED=N, ONLY=TEXT, WRITE=1
	cd test && $(GO) run ./hostile -seed $(or $(SEED),$(TEST_SHARD)) -inputs $(or $(INPUTS),200) $(if $(PARTS),-parts $(PARTS) -shard $(TEST_SHARD)) $(if $(ONLY),-only '$(ONLY)') $(if $(WRITE),-write ../docs/reliability.md)

demo: deps-demo build ## create a layer, build it and intercept a call
	@build/gleslayergen demo

examples: ## regenerate examples/passive and examples/active
	$(GO) test ./golden -run TestExamplesAreFresh -update

golden: ## rewrite the golden projects; review the diff before you commit
	$(GO) test ./golden -update

docs: ## write man pages and the command reference: build/docs
	$(GO) run ./cmd/gleslayergen docs --man build/docs/man --reference build/docs/reference

proto: build/protoc-gen-go ## rewrite trace/format/tracepb from trace/format/gltrace.proto
	$(PROTOC)trace/format/tracepb gltrace.proto

schemas: ## rewrite docs/schemas from the Go types of the JSON reports
	cd test && $(GO) run ./schemas

bench-core: ## measure new, registry and generated layers against their limits

bench-layer: ## measure the overhead of a layer against limits

bench-loader: ## measure the overhead of the desktop loader against limits

bench-update: ## measure update, registry diff and a large template pack against limits

bench-android: ## measure commands for devices against limits

bench-trace: ## measure the overhead of recording against limits and apitrace

$(BENCHES:%=bench-%): bench-%: deps
	$(if $(filter trace,$*),cd test && )$(GO) run ./bench/$* $(if $(SIZE),length)

fuzz: ## fuzz each parser for FUZZTIME=60s
	@scripts/fuzz $(FUZZTIME)

fuzzers: ## build every fuzz test as a program, as OSS-Fuzz does: OUT=DIR
	@scripts/ossfuzz '$(or $(OUT),build/fuzzers)'

soak: deps ## run a layer and the recorder under load for SOAK=10m; check for leaks and lost calls
	SOAK=$(SOAK) $(GO) test -tags heavy -count=1 -timeout 0 -v -run '^TestSoak$$' ./golden & golden=$$!; \
	(cd test && SOAK=$(SOAK) $(GO) test -tags heavy -count=1 -timeout 0 -v -run '^TestSoak$$' ./trace/soak); trace=$$?; \
	wait $$golden && exit $$trace

fmt: ## format Go and C files
	gofmt -l -w .
	clang-format -i $(C_FILES)

lint: vet prose build/staticcheck compile_commands.json ## run vet, staticcheck, gofmt, clang-format, clang-tidy, shellcheck and the prose linter
	$(STATICCHECK) ./...
	for dir in test scripts/release examples/passive examples/active; do (cd $$dir && $(CURDIR)/$(STATICCHECK) ./...) || exit 1; done
	@unformatted=$$(gofmt -l .) && test -z "$$unformatted" || { echo "gofmt changes these files: $$unformatted (run make fmt)"; exit 1; }
	clang-format --dry-run -Werror $(C_FILES)
	printf '%s\n' $(filter %.c,$(PLAIN_C) $(HOST_C)) | xargs -P 2 -n 8 clang-tidy --quiet -p .
	shellcheck .ci/run scripts/angle scripts/deps scripts/fuzz scripts/install scripts/ossfuzz scripts/steps

# For clangd and clang-tidy: how to compile the plain C. What gen and loader generate goes into its headers.
compile_commands.json: $(PLAIN_C) $(HOST_C) $(shell find gen loader registry rules scripts/compiledb -name '*.go' -not -name '*_test.go' -o -name '*.tsv') $(wildcard templates/*/*.tmpl templates/*/pack.yaml loader/host/*.tmpl)
	$(GO) run ./scripts/compiledb

check-sysroot: ## compare the sysroot for builds without the NDK with that of an NDK, and build the player with the NDK: NDK=DIR
	ANDROID_NDK_HOME='$(NDK)' $(GO) test -count=1 -tags ndk -run '^(TestAgainstNDK|TestPlayerForByNDK)$$' ./android/sysroot ./trace/replay/player

test-android-root: ## test layers with Android's own libraries, as root: AOSP=DIR ANDROID=14 NDK=DIR
	cd test && AOSP='$(abspath $(AOSP))' ANDROID='$(ANDROID)' NDK='$(abspath $(NDK))' BITS='$(BITS)' $(GO) test -count=1 -v -tags androidroot ./androidroot

test-gradle: ## build an app with layers by Gradle, and read its APKs; prints the Debian packages that it needs
	cd scripts/release && $(GO) test -vet=off -count=1 -v -tags gradle -run '^TestGradle(Build|Errors|WithoutAndroid)$$' .

prose: build/vale ## check the language of P=PATHS or all files; LEVEL=warning also reports long sentences
	$(GO) run ./scripts/prose -level $(or $(LEVEL),error) $(P)

release: ## build archives, packages, SBOM and checksums in dist/; SIGN_KEY=FILE and APK_KEY=FILE sign them
	$(RELEASE) -out '$(CURDIR)/dist' $(if $(SIGN_KEY),-key '$(abspath $(SIGN_KEY))') $(if $(APK_KEY),-apk-key '$(abspath $(APK_KEY))')

vulncheck: ## report known vulnerabilities in the code that the program calls; needs vuln.go.dev
	$(GO) -C scripts/release build -o ../../build/govulncheck golang.org/x/vuln/cmd/govulncheck
	build/govulncheck ./cmd/gleslayergen

install: ## install the program, man pages and completions in PREFIX=/usr/local
	@scripts/install '$(DESTDIR)$(PREFIX)'

uninstall: ## remove the installed files
	@scripts/install --remove '$(DESTDIR)$(PREFIX)'

clean: ## remove build/ and dist/
	rm -rf build dist examples/app/build examples/android-app/build examples/passive/build examples/active/build

# Parts of the targets above.

vet:
	$(GO) vet ./...
	$(GO) vet -tags heavy ./...
	cd test && $(GO) vet -tags heavy ./...
	cd scripts/release && $(GO) vet -tags heavy ./...

build/angle:
	@scripts/angle $@

build/staticcheck: test/go.mod
	cd test && $(GO) build -o ../$@ honnef.co/go/tools/cmd/staticcheck

build/vale: scripts/tools/go.mod
	cd scripts/tools && $(GO) build -o ../../$@ github.com/errata-ai/vale/v3/cmd/vale

build/protoc-gen-go: test/go.mod
	cd test && $(GO) build -o ../$@ google.golang.org/protobuf/cmd/protoc-gen-go

test-heavy: SPLIT := -parts 3
test-heavy: # without SOAK: test-all runs the soak tests afterward, for longer
	unset SOAK; $(GOTEST) -tags heavy

# Compares trace/format/tracepb and docs/schemas with what their sources generate. A test compares the generated files of
# the examples. The line with protoc's version may differ.
stale: build/protoc-gen-go
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(PROTOC)"$$dir" gltrace.proto && \
	diff -I '^// 	protoc  ' trace/format/tracepb/gltrace.pb.go "$$dir/gltrace.pb.go" || { echo 'trace/format/tracepb is stale: run make proto'; exit 1; }
	cd test && $(GO) run ./schemas -check

# Only the program supports all platforms: vet its packages and their tests.
cross:
	@for platform in $(PLATFORMS); do \
		echo "$$platform"; \
		export CGO_ENABLED=0 GOFLAGS='-trimpath -buildvcs=false' GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(GO) vet $$($(GO) list -deps ./cmd/gleslayergen | grep '^github.com/gleslayergen/') || exit 1; \
		$(GO) build -o /dev/null ./cmd/gleslayergen || exit 1; \
	done

release-twice:
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(RELEASE) -out "$$dir/1" && \
	$(RELEASE) -out "$$dir/2" >/dev/null && \
	cmp "$$dir/1/SHA256SUMS" "$$dir/2/SHA256SUMS"
