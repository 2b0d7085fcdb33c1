package layercmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/cmd/gleslayergen/internal/ui"
	"github.com/gleslayergen/gleslayergen/internal/testutil"
	"github.com/gleslayergen/gleslayergen/loader"
	"github.com/gleslayergen/gleslayergen/rules"
)

// TestLogDecision checks that all log lines of Android's Java code go to the loader's log file.
func TestLogDecision(t *testing.T) {
	eleven, _ := rules.FindRelease("11")
	f, _, err := deviceFor(t, "--setting=enable_gpu_debug_layers=1", "--setting=gpu_debug_app=sh", "--setting=gpu_debug_layer_app=gone\nW forged")
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log")
	var out bytes.Buffer
	if err := f.apply(ui.NewEnv(nil, nil, &out), &loader.Setup{Release: eleven, Log: log}, []string{"/bin/sh", "-c"}); err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(log)
	want := "I GraphicsEnvironment: GPU debug layers enabled for sh\n" +
		`I GraphicsEnvironment: GPU debug layer apps: gone\nW forged` + "\n" +
		`W GraphicsEnvironment: Debug layer app 'gone\nW forged' not installed` + "\n" +
		"I GraphicsEnvironment: GLES debug layer list: null\n"
	if err != nil || string(lines) != want || strings.Contains(out.String(), "GraphicsEnvironment") {
		t.Errorf("%v, %q, told %q", err, lines, out.String())
	}
}

const javaWarning = "W GraphicsEnvironment: Debug layer app 'gone' not installed\n"

// TestDeviceCrash checks that a crash of the app ends the run with --strict and is a warning without it.
func TestDeviceCrash(t *testing.T) {
	eleven, _ := rules.FindRelease("11")
	args := []string{"--setting=enable_gpu_debug_layers=1", "--setting=gpu_debug_app=sh", "--setting=gpu_debug_layer_app=gone"}
	for _, strict := range []bool{false, true} {
		f, _, err := deviceFor(t, args...)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = f.apply(ui.NewEnv(nil, nil, &out), &loader.Setup{Release: eleven, Strict: strict}, []string{"/bin/sh", "-c"})
		told := "the package gone in gpu_debug_layer_app is not installed: on Android 11, the app crashes when it starts (rule 6.19)"
		switch {
		case strict && (err == nil || ui.ExitCode(err) != ui.ExitNotLoaded || err.Error() != told || out.String() != javaWarning):
			t.Errorf("strict: %v, told %q", err, out.String())
		case !strict && (err != nil || out.String() != javaWarning+"gleslayergen: warning: "+told+"; the program is started anyway\n"):
			t.Errorf("not strict: %v, told %q", err, out.String())
		}
	}
}

func TestExplainDecision(t *testing.T) {
	f, _, err := deviceFor(t, "--setting=gpu_debug_app=sh", "--explain")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.apply(ui.NewEnv(nil, nil, &out), &loader.Setup{Release: rules.Newest()}, []string{"/bin/sh", "-c"}); err != nil {
		t.Fatal(err)
	}
	testutil.Contains(t, out.String(), "rule 7.2   the settings have no effect: enable_gpu_debug_layers is not set\n", "rule 7.6   the search path of the app contains only its own library directories\n")
}

// TestExplainEscapes checks that names are escaped.
func TestExplainEscapes(t *testing.T) {
	_, a, err := deviceFor(t, "--package", "a\x1b.b", "--setting", "enable_gpu_debug_layers=1", "--setting", "gpu_debug_app=a\x1b.b")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	printDecision(ui.NewEnv(nil, nil, &out), a.Decide())
	testutil.Contains(t, out.String(), `rule 7.2   the settings enable layers for a\u001b.b`)
}
