# gleslayergen. "make" lists what can be made.

GO       ?= go
PREFIX   ?= /usr/local
DESTDIR  ?=
FUZZTIME ?= 60s
SOAK     ?= 10m
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# The time that files of a release bear: the commit's, so that two builds give the same bytes.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)

MODULES   := .,test
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
BENCHES   := core layer loader update android trace
# C that generated projects contain as it stands here.
PLAIN_C    = $(wildcard templates/core/*.[ch] templates/trace/trace/*.[ch])
# The desktop loader's C.
HOST_C     = $(wildcard loader/host/*.[ch] loader/host/probe/*.c)
# Our C, without what is generated.
C_FILES    = $(PLAIN_C) $(shell find . \( -name '*.[ch]' -o -name '*.cc' \) -not -name 'zz_generated_*' -not -path './golden/testdata/*' -not -path '*/build/*')
# Heavy tests use what others would call unused. ST1005 takes the C of "C type" for a capital letter.
STATICCHECK := build/staticcheck -tags heavy -checks=inherit,-ST1005
# What go vet says has been asked for before, of all checks. A test that hangs is told of before CI's 45 minutes are over.
GOTEST := $(GO) run ./scripts/gotest -summary build/tests.txt -modules $(MODULES) -- -vet=off -timeout 35m
# What of trace/format/tracepb is generated goes to the folder that follows.
PROTOC := protoc --plugin=build/protoc-gen-go -I trace/format --go_opt=paths=source_relative --go_out=

export GOWORK := off

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help deps build test test-all demo examples golden docs proto fuzz soak fmt lint prose release install uninstall clean \
        vet test-heavy stale cross release-twice $(BENCHES:%=bench-%)

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

deps: ## install what is missing to build and test (as root, or with CI=true)
	@scripts/deps

build: ## compile the program: build/gleslayergen
	CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags '-X main.version=$(VERSION)' -o build/gleslayergen ./cmd/gleslayergen

test: deps vet ## set up, then run the tests: 7 minutes the first time, then 4; no GPU, no window
	$(GOTEST)

test-all: deps ## run all that CI does: also the heavy tests, linters, other platforms, fuzzing, a soak
	@MAKE='$(MAKE)' FUZZTIME=$${FUZZTIME:-30s} scripts/steps lint stale cross release-twice demo test-heavy fuzz+soak
	@cat build/tests.txt

demo: deps ## set up, then take a layer from nothing to an intercepted call
	@scripts/demo

examples: ## bring examples/passive and examples/active up to date
	$(GO) run ./examples/generate

golden: ## rewrite the golden projects; read the diff before you commit it
	$(GO) test ./golden -update

docs: ## write the man pages and the reference of the commands: build/docs
	$(GO) run ./cmd/gleslayergen docs --man build/docs/man --reference build/docs/reference

proto: build/protoc-gen-go ## rewrite trace/format/tracepb from trace/format/gltrace.proto
	$(PROTOC)trace/format/tracepb gltrace.proto

bench-core: ## measure new, registry and generated layers against their limits

bench-layer: ## measure what a layer costs its app, against limits

bench-loader: ## measure what the desktop loader costs a program, against limits

bench-update: ## measure update, registry diff and a large template pack, against limits

bench-android: ## measure what working with devices takes, against limits

bench-trace: ## measure what recording calls costs, beside apitrace, against limits

$(BENCHES:%=bench-%): bench-%: deps
	$(if $(filter trace,$*),cd test && )$(GO) run ./bench/$*

fuzz: ## fuzz each parser for FUZZTIME=60s
	@scripts/fuzz $(FUZZTIME)

soak: deps ## strain a layer and the recorder for SOAK=10m, and see that nothing grows or is lost
	SOAK=$(SOAK) $(GO) test -tags heavy -count=1 -timeout 0 -v -run '^TestSoak$$' ./golden & golden=$$!; \
	(cd test && SOAK=$(SOAK) $(GO) test -tags heavy -count=1 -timeout 0 -v -run '^TestSoak$$' ./trace/soak); trace=$$?; \
	wait $$golden && exit $$trace

fmt: ## put Go and C into form
	gofmt -l -w .
	clang-format -i $(C_FILES)

lint: vet prose build/staticcheck compile_commands.json ## run vet, staticcheck, gofmt, clang-format, clang-tidy, shellcheck and the prose linter
	$(STATICCHECK) ./...
	for dir in test examples/passive examples/active; do (cd $$dir && $(CURDIR)/$(STATICCHECK) ./...) || exit 1; done
	@unformatted=$$(gofmt -l .) && test -z "$$unformatted" || { echo "not in gofmt's form: $$unformatted (make fmt)"; exit 1; }
	clang-format --dry-run -Werror $(C_FILES)
	printf '%s\n' $(filter %.c,$(PLAIN_C) $(HOST_C)) | xargs -P 2 -n 8 clang-tidy --quiet -p .
	shellcheck .ci/run scripts/demo scripts/deps scripts/fuzz scripts/install scripts/steps

# For clangd and clang-tidy: how to compile the plain C. What gen and loader generate goes into its headers.
compile_commands.json: $(PLAIN_C) $(HOST_C) $(shell find gen loader registry rules scripts/compiledb -name '*.go' -not -name '*_test.go' -o -name '*.tsv') $(wildcard templates/*/*.tmpl templates/*/pack.yaml loader/host/*.tmpl)
	$(GO) run ./scripts/compiledb

prose: build/vale ## check the language of P=PATHS, or of all files; LEVEL=warning adds long sentences
	$(GO) run ./scripts/prose -level $(or $(LEVEL),error) $(P)

release: ## pack static programs for six platforms, with checksums: dist/
	$(GO) run ./scripts/release -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -out dist

install: ## install the program, its man pages and completions, below PREFIX=/usr/local
	@scripts/install '$(DESTDIR)$(PREFIX)'

uninstall: ## remove what install put there
	@scripts/install --remove '$(DESTDIR)$(PREFIX)'

clean: ## remove build/ and dist/
	rm -rf build dist examples/app/build examples/android-app/build examples/passive/build examples/active/build

# Parts of the above.

vet:
	$(GO) vet ./...
	$(GO) vet -tags heavy ./...
	cd test && $(GO) vet -tags heavy ./...

build/staticcheck: test/go.mod
	cd test && $(GO) build -o ../$@ honnef.co/go/tools/cmd/staticcheck

build/vale: scripts/tools/go.mod
	cd scripts/tools && $(GO) build -o ../../$@ github.com/errata-ai/vale/v3/cmd/vale

build/protoc-gen-go: test/go.mod
	cd test && $(GO) build -o ../$@ google.golang.org/protobuf/cmd/protoc-gen-go

test-heavy:
	$(GOTEST) -tags heavy

# Compares what protoc generates with trace/format/tracepb. A test compares the generated files of the examples.
# The one line that tells protoc's own version may differ.
stale: build/protoc-gen-go
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(PROTOC)"$$dir" gltrace.proto && \
	diff -I '^// 	protoc  ' trace/format/tracepb/gltrace.pb.go "$$dir/gltrace.pb.go" || { echo 'trace/format/tracepb is stale: make proto'; exit 1; }

# The program alone is for all platforms: the packages it is made of, and their tests.
cross:
	@for platform in $(PLATFORMS); do \
		echo "$$platform"; \
		export CGO_ENABLED=0 GOFLAGS='-trimpath -buildvcs=false' GOOS=$${platform%/*} GOARCH=$${platform#*/}; \
		$(GO) vet $$($(GO) list -deps ./cmd/gleslayergen | grep '^github.com/gleslayergen/') || exit 1; \
		$(GO) build -o /dev/null ./cmd/gleslayergen || exit 1; \
	done

release-twice:
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(GO) run ./scripts/release -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -out "$$dir/1" && \
	$(GO) run ./scripts/release -version $(VERSION) -time $(SOURCE_DATE_EPOCH) -out "$$dir/2" >/dev/null && \
	cmp "$$dir/1/SHA256SUMS" "$$dir/2/SHA256SUMS"
