# unic-analysis: `make demo` shows the tokens of real text, `make test` checks everything.
#
# All targets keep what they build in CARGO_TARGET_DIR (default: target/).

SHELL := /bin/sh
CARGO ?= cargo
export CARGO_TARGET_DIR ?= $(CURDIR)/target
BUILD := $(CARGO_TARGET_DIR)/cmake
RELEASE := $(CARGO_TARGET_DIR)/release
# The library as it is installed (cmake/CargoBuild.cmake).
C_LIBRARY := $(CARGO_TARGET_DIR)/c-library
PREFIX ?= /usr/local
JOBS ?= 2

.PHONY: help build demo test lint header docs rust-test c-test cases oracle bench install clean

help:
	@echo "make demo                    build, and show the tokens of real text"
	@echo "make test                    everything that CI runs"
	@echo "make backend-test            conformance, property and oracle tests with the SSE2 and the scalar backend"
	@echo "make aarch64-test            the NEON backend in an emulator (tools/aarch64 setup installs it)"
	@echo "make feature-test            a build without dictionaries and compiled collations"
	@echo "make cases CASES=DIR         run case files [COMPONENTS=a,b]"
	@echo "make oracle ORACLE=DIR       run oracle files"
	@echo "make differential-filters    the everyday filters against Lucene 10 [COUNT=n SEED=n]"
	@echo "make differential-icu KIND=k one engine against ICU4J 79.1: breaks, casing, collation, locales, normalization, patterns (of Java), sets, spell, transforms [COUNT=n SEED=n CORPUS=DIR]"
	@echo "make differential-spell      the same for number rules"
	@echo "make differential-transforms the same for transforms"
	@echo "make differential            against ICU4J 79.1 and Lucene 10 [CORPUS=DIR]"
	@echo "make bench                   ours and the peers, side by side; ICU4J's columns need Maven, and Java 21 or later"
	@echo "make fuzz [SECONDS=60] [TARGETS='chains ...']   search for inputs that break a property; nightly toolchain, cargo-fuzz"
	@echo "make random-test             the Rust tests with other random cases than those of make test"
	@echo "make soak [SECONDS=3600] [ROUNDS=n] [PARTS='stream ...']   random inputs for hours, memory watched"
	@echo "make jvm                     the jars for Lucene and for any Java program, of both lines; needs Maven, Java 17 and 21 or later"
	@echo "make plugin                  the zips for OpenSearch 2.19 and 3.8"
	@echo "make test-jvm                the JVM modules, real nodes and clusters included (make test runs a node inside the JVM and one real 3.x node)"
	@echo "make differential-jvm        the Lucene factories against Lucene's ICU module [CORPUS=DIR]"
	@echo "make bench-backends          words, normalization and keys with the SSE2 and the scalar backend"
	@echo "make bench-jvm [CORPUS=DIR]  ours and Lucene's ICU module, side by side"
	@echo "make opensearch-test         real nodes and a cluster of both lines"
	@echo "make differential-node       the plugin against Lucene's ICU module on one node [CORPUS=DIR]"
	@echo "make bench-node              both plugins on one node: bulk indexing, sorted searches, memory [CORPUS=DIR]"
	@echo "make cases-jvm CASES=DIR     run case files through Java"
	@echo "make soak-jvm                memory of the JVM modules over ten million texts"
	@echo "make memory-test             every allocation of the C library fails in turn"
	@echo "make install [PREFIX=DIR]    header, libraries, CMake package, pkg-config file, the program unic"
	@echo "make header | docs           bring include/, docs/ and the transcripts up to date"
	@echo "make data | data-check       the generated files of data/; whether a rerun gives the same bytes"
	@echo "make lint                    formatting, words and lines of comments and docs, subjects of commits, licences of dependencies, clippy, rustdoc"

build: c-library
	$(CARGO) build --release --workspace

# c_library FOLDER,FEATURES
comma := ,
c_library = $(CARGO) rustc --release --locked --lib --crate-type cdylib,staticlib --features $(2) --target-dir $(1)

.PHONY: c-library
c-library:
	$(call c_library,$(C_LIBRARY),unic-analysis/c-allocator)

# configure SOURCE,FOLDER[,OPTIONS]: configures a CMake project. A folder of another source tree that has the same
# CARGO_TARGET_DIR is removed, since CMake rejects it.
configure = grep -qsx 'CMAKE_HOME_DIRECTORY:INTERNAL=$(abspath $(1))' "$(2)/CMakeCache.txt" || rm -rf "$(2)"; \
	cmake -S $(1) -B "$(2)" -DCMAKE_BUILD_TYPE=Release $(3)

# The C program of examples/ over a definition and a text, through the shared library.
demo:
	$(call configure,c-tests,$(BUILD)/c-tests)
	cmake --build $(BUILD)/c-tests --target demo
	$(BUILD)/c-tests/demo examples/definition.json examples/text/*.txt

# Fast to slow.
test: lint rust-test backend-test feature-test c-test jvm-test node-test

lint:
	$(CARGO) fmt --all --check
	tools/check-licences --self-test
	tools/check-licences
	tools/check-words --self-test
	tools/check-words
	tools/check-subjects
	$(CARGO) clippy --workspace --all-targets -- -D warnings
	$(CARGO) clippy --lib --all-features -- -D warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private-intra-doc-links" $(CARGO) doc --no-deps -p unic-analysis --no-default-features --features internals --document-private-items

# The random cases of the property tests are the same every time; `make random-test` draws others.
rust-test:
	PROPTEST_RNG_SEED=20261121 $(CARGO) test --workspace

# Masks, normalization, segmentation and collation with the backends that this processor would not choose (UNIC_BACKEND).
BACKENDS = sse2 scalar
.PHONY: backend-test
backend-test:
	for backend in $(BACKENDS); do \
		UNIC_BACKEND=$$backend PROPTEST_RNG_SEED=20261121 $(CARGO) test --quiet --lib -- unicode::scan unicode::normalize \
			unicode::segment unicode::trie unicode::validate tokenizer && \
		UNIC_BACKEND=$$backend PROPTEST_RNG_SEED=20261121 $(CARGO) test --quiet --test ucd_break --test collation_conformance \
			--test normalization --test cases --test oracle_seg --test oracle_rbbi --test oracle_coll --test oracle_fold || exit 1; \
	done

# The NEON backend in an emulator: the kernels against the scalar backend, then conformance and oracle tests (half an hour). `tools/aarch64
# setup` installs what it needs.
.PHONY: aarch64-test
aarch64-test:
	PROPTEST_CASES=24 PROPTEST_RNG_SEED=20261121 tools/aarch64 test --quiet --lib -- unicode::scan unicode::normalize unicode::segment \
		unicode::trie unicode::validate tokenizer
	PROPTEST_CASES=24 PROPTEST_RNG_SEED=20261121 tools/aarch64 test --quiet --test ucd_break --test normalization --test cases \
		--test oracle_seg --test oracle_rbbi --test oracle_coll --test oracle_fold

# Without the data of the default features. The collations are compiled from their rules, so the oracle shows that both give equal keys.
.PHONY: feature-test
feature-test:
	$(CARGO) test --quiet --no-default-features --features capi --test reduced_build --test oracle_coll

.PHONY: random-test
random-test:
	PROPTEST_CASES=1000 $(CARGO) test --workspace --no-fail-fast
	PROPTEST_CASES=5000 $(CARGO) test --test invariants

c-test:
	$(call configure,c-tests,$(BUILD)/c-tests)
	cmake --build $(BUILD)/c-tests -j$(JOBS)
	ctest --test-dir $(BUILD)/c-tests -j$(JOBS) --output-on-failure

# Lucene 9.12 on Java 17, Lucene 10.5 on Java 21 or later.
.PHONY: jvm jvm-test cases-jvm
jvm:
	java-jni/maven 2 package -DskipTests
	java-jni/maven 3 package -DskipTests

jvm-test: jvm-lint
	java-jni/maven 2 package
	java-jni/maven 3 package

# The plugin's zips, one for each line: target/jvm/line-*/unic-analysis-opensearch/unic-analysis-opensearch-*.zip.
.PHONY: plugin opensearch-test test-jvm
plugin: jvm

# Tests with real nodes of the distribution (200 MB from Maven Central), and the zip that is installed.
real_nodes = java-jni/maven $(1) test "-Dtest=$(2)" -Dsurefire.failIfNoSpecifiedTests=false \
	"-Dunic.distribution=$$(java-jni/distribution $(1))" \
	"-Dunic.plugin=$$(ls $(CARGO_TARGET_DIR)/jvm/line-$(1)/unic-analysis-opensearch/*.zip)"

# One real node of the 3.x line.
.PHONY: node-test
node-test: jvm-test
	$(call real_nodes,3,RealNodeTest#installsRunsAndUninstalls)

# Everything that `make test` leaves out: bad starts, a cluster of three, both lines.
opensearch-test: plugin
	$(call real_nodes,2,Real*Test)
	$(call real_nodes,3,Real*Test)

test-jvm: jvm-test opensearch-test data-check

# Ours and Lucene's ICU module, alternating in one process, on both lines: texts of a folder, *.txt or *.txt.xz.
.PHONY: bench-jvm
bench-jvm: CORPUS ?= $(CURDIR)/examples/text
bench-jvm: jvm
	java-jni/bench/run "$(CORPUS)"

# The factories and Lucene's ICU module, token by token.
.PHONY: differential-jvm
differential-jvm: CORPUS ?= $(CURDIR)/examples/text
differential-jvm: SHARE ?= 0.001
differential-jvm: jvm
	SHARE=$(SHARE) java-jni/bench/run "$(CORPUS)" Differential

# The plugin and the reference plugin over Lucene's ICU classes on one node (inside the JVM), on both lines, texts of a folder. SHARE of
# the lines may differ, as Lucene's ICU is older: UNICODE.md, "Kinds of difference".
.PHONY: differential-node bench-node
differential-node: CORPUS ?= $(CURDIR)/bench/corpus
differential-node: SHARE ?= 0.001
differential-node:
	for line in 2 3; do \
		java-jni/maven $$line test -Dtest=SideBySideTest -Dsurefire.failIfNoSpecifiedTests=false \
			"-Dunic.corpus=$(abspath $(CORPUS))" -Dunic.differing.lines=$(SHARE) || exit 1; \
	done

bench-node: CORPUS ?= $(CURDIR)/bench/corpus
bench-node:
	for line in 2 3; do \
		java-jni/maven $$line test -Dtest=NodeBench,NodeMemory -Dsurefire.failIfNoSpecifiedTests=false -DenableAssertions=false \
			-Dtest.arguments=-Xmx3g "-Dunic.corpus=$(abspath $(CORPUS))" || exit 1; \
	done

# Memory over ten million texts.
.PHONY: soak-jvm
soak-jvm:
	java-jni/maven 2 test --projects core "-Dtest=RobustnessTest#memoryStaysFlat" -Dunic.soak.texts=10000000

.PHONY: jvm-lint
jvm-lint:
	cd java-jni/native && $(CARGO) fmt --check
	$(CARGO) clippy --locked --release --manifest-path java-jni/native/Cargo.toml --target-dir $(CARGO_TARGET_DIR)/jni -- -D warnings
	$(CARGO) test --locked --quiet --manifest-path java-jni/native/Cargo.toml --target-dir $(CARGO_TARGET_DIR)/jni
	java-jni/native/check-symbols

cases-jvm:
	java-jni/maven 2 test --projects core -Dtest=CasesTest "-Dunic.cases=$(abspath $(CASES))"

# Every allocation fails in turn, once and for good, over every component: half an hour.
.PHONY: memory-test
memory-test:
	$(call configure,c-tests,$(BUILD)/c-tests)
	cmake --build $(BUILD)/c-tests --target memory_faults
	$(BUILD)/c-tests/memory_faults 1

# Case files of a folder, through Rust and C; a component that does not exist fails by name.
CASES ?= $(CURDIR)/tests/cases
cases:
	@CASES="$(abspath $(CASES))" COMPONENTS="$(COMPONENTS)" $(CARGO) test --quiet --test cases

# Oracle files of a folder: answers of ICU 79.1.
ORACLE ?= $(CURDIR)/tests/data/oracle
oracle:
	@tools/oracle "$(abspath $(ORACLE))"

# Each target for SECONDS seconds. What is found goes to fuzz/artifacts; once fixed, it belongs into fuzz/regressions.
fuzz: SECONDS ?= 60
TARGETS ?=
.PHONY: fuzz
fuzz:
	@fuzz/run $(SECONDS) $(TARGETS)

# In 5000 rounds normalization is checked over 10 million random texts. GROWTH: MB that memory may grow by.
soak: SECONDS ?= 3600
ROUNDS ?= 1000000000
PARTS ?=
GROWTH ?= 64
.PHONY: soak
soak:
	SOAK_SECONDS=$(SECONDS) SOAK_ROUNDS=$(ROUNDS) SOAK_PARTS="$(PARTS)" SOAK_GROWTH=$(GROWTH) \
		$(CARGO) test --release --quiet --test soak

# Against ICU4J 79.1 and Lucene 10 (Maven, and Java 21 or later), every piece that there is: segments and tokens over the texts
# of a folder.
.PHONY: differential
differential:
	@for run in tools/lucene-differential/*/run; do CORPUS="$(CORPUS)" $$run || exit 1; done

# Engines against ICU4J 79.1 (Java, Maven): what it lists, random and mutated rules, patterns and ids, over random text and lines of a corpus.
.PHONY: differential-icu differential-spell differential-transforms
differential-icu:
	tools/icu-differential/run $(KIND) $(or $(COUNT),3000) $(or $(SEED),1) $(CORPUS)

differential-spell differential-transforms: differential-%:
	$(MAKE) differential-icu KIND=$*

bench: build
	UNIC_LIBRARY="$(C_LIBRARY)/release/libunic_analysis.so" $(RELEASE)/unic-bench --icu4j

# Words, normalization and sort keys with the backends that this processor would not choose.
.PHONY: bench-backends
bench-backends:
	$(call c_library,$(CARGO_TARGET_DIR)/backends/c-library,unic-analysis/c-allocator$(comma)unic-analysis/choose-backend)
	$(CARGO) build --release -p unic-bench --features unic-analysis/choose-backend --target-dir $(CARGO_TARGET_DIR)/backends
	for backend in $(BACKENDS); do \
		printf '\n%s\n' "backend $$backend"; \
		UNIC_BACKEND=$$backend UNIC_LIBRARY="$(CARGO_TARGET_DIR)/backends/c-library/release/libunic_analysis.so" \
			$(CARGO_TARGET_DIR)/backends/release/unic-bench tokenizer normalize keys || exit 1; \
	done

# The header and the documentation are made by the build and committed.
header:
	$(CARGO) build
	cp "$$(ls -t $(CARGO_TARGET_DIR)/debug/build/unic-analysis-*/out/unic_analysis.h | head -n 1)" include/unic_analysis.h

docs:
	REFRESH_DOCS=1 $(CARGO) test --quiet --test docs
	UNIC_REFRESH=1 $(CARGO) test --quiet -p unic-cli --test transcripts

# Generated data: from ICU4J 79.1 and Lucene 10.5.0 (Java, Maven) and the pinned crates. `data-check` proves that a rerun gives the same bytes.
.PHONY: data data-check
data:
	tools/icu-data/run
	tools/stop-words/run
	tools/collation-data/run
	$(CARGO) run --release -p fold-data

data-check:
	tools/icu-data/run --check
	tools/stop-words/run --check
	tools/collation-data/run --check
	$(CARGO) run --release -p fold-data -- --check

# Against Lucene 10 over random texts (Java 21 or later, Maven): the everyday filters.
.PHONY: differential-filters
differential-filters:
	tools/lucene-differential/filters/run $(COUNT) $(SEED)

install:
	$(call configure,.,$(BUILD)/install,-DCMAKE_INSTALL_PREFIX="$(PREFIX)")
	cmake --build $(BUILD)/install
	cmake --install $(BUILD)/install

clean:
	rm -rf "$(CARGO_TARGET_DIR)"
