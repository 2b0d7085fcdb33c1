package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/android"
	"github.com/gleslayergen/gleslayergen/android/apk"
)

// layerPackage is the name of the package of layers.
const layerPackage = "gleslayers.release"

// apkPassword is the environment variable with the password of the keystore.
const apkPassword = "APK_KEY_PASSWORD"

// findAPKTools finds the programs that make the package of layers, and the key that signs it.
func (r *release) findAPKTools() (err error) {
	if r.apkTools, err = apk.FindTools(android.FindSDK(os.Getenv, exec.LookPath), true); err != nil {
		return fmt.Errorf("the package of layers: %w", err)
	}
	if r.apkKey.Store == "" {
		return nil
	}
	if r.apkKey, err = apk.UserKey(r.apkKey.Store, "", "env:"+apkPassword, nil); err != nil {
		return fmt.Errorf("-apk-key: %w", err)
	}
	return nil
}

// apk returns a job that packs the layers for devices as an Android package, which is installed in addition to an app. Without a
// key it is not signed: a key in this repository would let everybody replace the package on a device.
func (r *release) apk(shared []file) job {
	return func() (string, []byte, error) {
		name := fmt.Sprintf("gleslayers-%s.apk", fileVersion(packageVersion(r.version)))
		if r.apkKey.Store == "" {
			name = strings.TrimSuffix(name, ".apk") + "-unsigned.apk"
		}
		dir, err := os.MkdirTemp(r.work, "apk-")
		if err != nil {
			return name, nil, err
		}
		var paths []string
		for _, f := range shared {
			if path.Ext(f.name) != ".so" {
				continue
			}
			to := filepath.Join(dir, filepath.FromSlash(f.name))
			if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
				return name, nil, err
			}
			if err := os.WriteFile(to, f.content, 0o600); err != nil {
				return name, nil, err
			}
			paths = append(paths, to)
		}
		layers, err := apk.ReadLayers(paths)
		if err != nil {
			return name, nil, err
		}
		made, err := apk.Build(context.Background(), r.apkTools, apk.BuildOptions{Layers: layers, Package: layerPackage,
			Version: packageVersion(r.version), Out: filepath.Join(dir, "layers.apk"), Key: r.apkKey})
		if err != nil {
			return name, nil, err
		}
		content, err := os.ReadFile(made.Path)
		return name, content, err
	}
}
