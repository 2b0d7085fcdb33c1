package device

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/gleslayergen/gleslayergen/loader"
)

// hostABI is Android's name of this machine's CPU.
func hostABI() string {
	return map[string]string{"amd64": "x86_64", "arm64": "arm64-v8a", "386": "x86", "arm": "armeabi-v7a"}[runtime.GOARCH]
}

// Programs for devices are built once and kept in the user's cache directory, by a hash of their sources.
var (
	stageMu sync.Mutex
	staged  = map[string]func() (string, error){}
)

// stageDir returns the cache directory.
var stageDir = sync.OnceValues(func() (string, error) {
	parent, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("the test device keeps what it builds in the user's cache: %w", err)
	}
	dir := filepath.Join(parent, "gleslayergen", "testdevice")
	return dir, os.MkdirAll(dir, 0o700)
})

// moduleRoot returns the directory of the main module, found from the working directory.
var moduleRoot = sync.OnceValues(func() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/gleslayergen/gleslayergen\n") {
			return dir, nil
		}
	}
	return "", errors.Join(errors.New("the test device must run in the directory of gleslayergen or below"), err)
})

// built returns a file of the cache, which make creates if the key is new.
func built(key, name string, make func(out string) error) (string, error) {
	stageMu.Lock()
	once := staged[name+key]
	if once == nil {
		once = sync.OnceValues(func() (string, error) { return build(key, name, make) })
		staged[name+key] = once
	}
	stageMu.Unlock()
	return once() // build may be called for dependencies meanwhile
}

func build(key, name string, make func(out string) error) (string, error) {
	dir, err := stageDir()
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256([]byte(key))
	out := filepath.Join(dir, hex.EncodeToString(hash[:12])+"-"+name)
	if _, err := os.Stat(out); err == nil {
		return out, nil
	}
	temp, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if err := make(filepath.Join(temp, name)); err != nil {
		return "", err
	}
	return out, os.Rename(filepath.Join(temp, name), out)
}

// compiled returns a program or library built from C files of the main module.
func compiled(source, name string, args ...string) (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	key := runtime.GOARCH + strings.Join(args, "\x00")
	for _, file := range []string{source, "android/cts/c/app.c", "android/cts/c/say.h", "internal/testutil/testdata/standin/log.c"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			return "", err
		}
		key += "\x00" + string(text)
	}
	return built(key, name, func(out string) error {
		args := append([]string{"-std=c11", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-Werror", "-I" + root, "-o", out, filepath.Join(root, source)}, args...)
		return tool("gcc", args...)
	})
}

// tool runs a program that "make deps" installs.
func tool(name string, args ...string) error {
	if _, err := exec.LookPath(name); err != nil {
		return fmt.Errorf("%s is not installed: run make deps", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// appProgram returns the app stand-in: the app of the compatibility tests, or a native activity. Like an app,
// it then keeps running.
func appProgram() (string, error) {
	return compiled("test/device/c/app.c", "app", "-lEGL", "-ldl")
}

// LogLibrary returns the path of a liblog for this machine. Its file is named liblog.so only where it is
// installed.
func LogLibrary() (string, error) {
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	return compiled("internal/testutil/testdata/standin/log.c", "liblog.so", "-shared", "-fPIC", "-Wl,-soname,liblog.so", "-I"+filepath.Join(root, "internal/testutil/testdata/standin"))
}

// localFile returns a file of this machine, or a layer of the compatibility tests by its letter.
func localFile(name string) (string, error) {
	letter, ok := strings.CutPrefix(name, "cts:")
	if !ok {
		return name, nil
	}
	return compiled("android/cts/c/layer.c", "libGLES_glesLayer"+letter+".so", "-shared", "-fPIC", "-fvisibility=hidden", "-nostdlib",
		"-Wl,-z,max-page-size=16384", `-DLAYER="glesLayer`+letter+`"`)
}

// layerLoader returns the layer loader that runs apps.
var layerLoader = sync.OnceValues(func() (*loader.Host, error) {
	dir, err := stageDir()
	if err != nil {
		return nil, err
	}
	return loader.Prepare(context.Background(), loader.Options{Cache: filepath.Join(dir, "loader")})
})
