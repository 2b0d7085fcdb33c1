//go:build heavy

package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/loader"
)

// appArgs are the command lines of the app.
var appArgs = [][]string{nil, {"--es2"}, {"--threads", "4", "--frames", "3"}, {"--ext"}}

// Layers that intercept every command change nothing for the app, alone or in a chain, and their hooks run
// exactly as often as the app calls.
func TestEveryCommandOverMesa(t *testing.T) {
	counting := countingLayer(t, "counting", "go")
	again := countingLayer(t, "again", "go")
	inCPP := countingLayer(t, "counting-cpp", "cpp")
	inC := countingLayer(t, "counting-c", "c")
	none := buildLayer(t, layerCase(t, "all-none").write(t))
	for _, chain := range []struct {
		name   string
		layers []string
	}{
		{"go", []string{counting}},
		{"none", []string{none}},
		{"c++", []string{inCPP}},
		{"c", []string{inC}},
		{"c above go above c", []string{inC, counting, inC}},
		{"c++ above go", []string{inCPP, counting}},
		{"go above c++ above c++", []string{counting, inCPP, inCPP}},
		{"go above go", []string{counting, again}},
		{"go above none", []string{counting, none}},
		{"none above go", []string{none, counting}},
		{"A:A", []string{counting, counting}},
		{"A:B:A", []string{counting, none, counting}},
	} {
		for _, args := range appArgs {
			t.Run(strings.Join(append([]string{chain.name}, args...), " "), func(t *testing.T) {
				counts := t.TempDir()
				_, stats := run(t, chain.layers, []string{"LAYER_COUNTS=" + counts}, args...)
				for _, lib := range chain.layers {
					if lib != none {
						compareCounts(t, stats, readCounts(t, counts, lib))
					}
				}
			})
		}
	}
}

// counters say how hooks of a pack count their calls: a line inserted after the first line of each hook, and
// a file with the counters.
var counters = map[string]struct {
	kase, hooks string
	start       *regexp.Regexp
	note        string
	file, text  string
}{
	"go": {"all", "hooks.go", regexp.MustCompile(`(?m)^func (e?gl[A-Z]\w*)\(next .*\{$`), "$0\n\tcountCall(\"$1\")", "count.go", countGo},
	"cpp": {"cpp-all", "src/hooks.cpp", regexp.MustCompile(`(?m)^.*hooks::(e?gl[A-Z]\w*)\(\s*layer::Next(?s:.*?)\{$`),
		"void note_call(const char *);\n$0\n\tnote_call(\"$1\");", "src/count.cpp", countCPP},
	"c": {"c-all", "src/hooks.c", regexp.MustCompile(`(?m)^.*hook_(e?gl[A-Z]\w*)\(\s*next_(?s:.*?)\{$`),
		"void note_call(const char *);\n$0\n\tnote_call(\"$1\");", "src/count.c", countC},
}

// countingLayer builds a layer for every command. Its hooks count their calls and write the counts when the
// app terminates its display.
func countingLayer(t *testing.T, name, pack string) string {
	t.Helper()
	c := counters[pack]
	k := layerCase(t, c.kase)
	k.request.Config.Name = name
	dir := k.write(t)
	hooks, err := os.ReadFile(filepath.Join(dir, c.hooks))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.start.FindAll(hooks, -1)); n != 1060 {
		t.Fatalf("%d hooks count, expected 1060", n)
	}
	write(t, filepath.Join(dir, c.hooks), c.start.ReplaceAllString(string(hooks), c.note))
	write(t, filepath.Join(dir, c.file), fmt.Sprintf(c.text, name))
	return buildLayer(t, dir)
}

const countGo = `package main

import (
	"fmt"
	"os"
	"strings"
	"sync"
)

var (
	mu     sync.Mutex
	counts = map[string]int{}
)

func countCall(name string) {
	mu.Lock()
	defer mu.Unlock()
	counts[name]++
	if name == "eglTerminate" || name == "eglReleaseThread" {
		var b strings.Builder
		for name, n := range counts {
			fmt.Fprintf(&b, "%%s %%d\n", name, n)
		}
		os.WriteFile(os.Getenv("LAYER_COUNTS")+"/%s", []byte(b.String()), 0o666)
	}
}
`

const countCPP = `#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

static auto &mutex = *new std::mutex;
static auto &counts = *new std::map<std::string, int>;

void note_call(const char *name);

void note_call(const char *name) {
    std::lock_guard<std::mutex> lock(mutex);
    counts[name]++;
    if (std::string(name) != "eglTerminate" && std::string(name) != "eglReleaseThread") return;
    std::ofstream file(std::getenv("LAYER_COUNTS") + std::string("/%s"));
    for (const auto &count : counts) file << count.first << ' ' << count.second << '\n';
}
`

const countC = `#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct {
    const char *name;
    int count;
} counts[1100];

void note_call(const char *name);

void note_call(const char *name) {
    pthread_mutex_lock(&mutex);
    int i = 0;
    while (counts[i].name != NULL && strcmp(counts[i].name, name) != 0) i++;
    counts[i].name = name;
    counts[i].count++;
    if (strcmp(name, "eglTerminate") == 0 || strcmp(name, "eglReleaseThread") == 0) {
        char path[4096];
        snprintf(path, sizeof path, "%%s/%s", getenv("LAYER_COUNTS"));
        FILE *file = fopen(path, "w");
        for (i = 0; counts[i].name != NULL; i++) fprintf(file, "%%s %%d\n", counts[i].name, counts[i].count);
        fclose(file);
    }
    pthread_mutex_unlock(&mutex);
}
`

func readCounts(t *testing.T, dir, lib string) map[string]int {
	t.Helper()
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(lib), "lib"), ".so")
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var command string
		var n int
		if _, err := fmt.Sscan(line, &command, &n); err != nil {
			t.Fatal(err)
		}
		counts[command] = n
	}
	return counts
}

// compareCounts compares the counts of the hooks with the calls that the loader counted.
func compareCounts(t *testing.T, stats loader.ProcessStats, counts map[string]int) {
	t.Helper()
	called := 0
	for i, name := range stats.Names {
		calls := stats.Calls[i]
		if calls > 0 {
			called++
		}
		got := uint64(counts[name])
		if name == "eglGetCurrentContext" && got > calls {
			continue // a layer calls queries itself to determine whether there is a context
		}
		if got != calls {
			t.Errorf("the app called %s %d times, the hook ran %d times", name, calls, got)
		}
	}
	if called < 20 {
		t.Errorf("the app called only %d functions", called)
	}
}
