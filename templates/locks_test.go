package templates

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	staticLock = regexp.MustCompile(`(?m)^static (?:pthread_mutex_t|atomic_flag) (\w+)`)
	cFunction  = regexp.MustCompile(`(?m)^[a-z][^;{}\n]*\{\n(?s:.*?)\n\}`)
)

// Each lock of the layer is made free in a forked child: a function of the same file that handles a fork does it.
func TestLocksAreFreeInForkedChildren(t *testing.T) {
	found := 0
	for _, dir := range []string{"core", "trace/trace"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := dir + "/" + e.Name()
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var handlers strings.Builder
			for _, function := range cFunction.FindAllString(string(text), -1) {
				if head, _, _ := strings.Cut(function, "("); strings.HasSuffix(head, "forked") || strings.HasSuffix(head, "in_child") {
					handlers.WriteString(function)
				}
			}
			for _, m := range staticLock.FindAllStringSubmatch(string(text), -1) {
				lock := m[1]
				if !strings.Contains(string(text), "pthread_mutex_lock(&"+lock+")") && !strings.Contains(string(text), "while (atomic_flag_test_and_set(&"+lock+"))") {
					continue // a flag for what happens once
				}
				found++
				if !strings.Contains(handlers.String(), "pthread_mutex_init(&"+lock+", NULL)") && !strings.Contains(handlers.String(), "atomic_flag_clear(&"+lock+")") {
					t.Errorf("%s: no function that handles a fork makes %s free", name, lock)
				}
			}
		}
	}
	if found < 12 {
		t.Errorf("%d locks found", found)
	}
}
