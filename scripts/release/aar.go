package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/apk"
)

// minSDK is the lowest API level of apps that may contain the library. Below minAPI, Android does not load it.
const minSDK = 21

// minAPI is the lowest Android API level whose loader has OpenGL ES layers.
const minAPI = 29

// aar returns a job that packs the layers for devices as an Android library: Gradle puts the libraries in jni into each app that
// depends on it, and prefab describes them to native builds.
func (r *release) aar(shared []file) job {
	return func() (string, []byte, error) {
		described, err := prefab(packageVersion(r.version), shared)
		if err != nil {
			return "gleslayers", nil, err
		}
		return r.library("gleslayers", "", described)
	}
}

// injectAAR returns a job that makes an Android library which only adds the injectLayers entry to the manifest of an app. It is a
// file of its own, so that a dependency on the layers alone never opens an app that is not debuggable.
func (r *release) injectAAR() job {
	return func() (string, []byte, error) {
		return r.library("gleslayers-inject", "    <application>"+apk.InjectElement+"</application>\n", nil)
	}
}

// library packs an Android library, with elements of its manifest and with files.
func (r *release) library(name, elements string, more []file) (string, []byte, error) {
	jar, err := zipped("", []file{{"META-INF/MANIFEST.MF", 0o644, []byte("Manifest-Version: 1.0\n\n")}}, r.time)
	if err != nil {
		return name, nil, err
	}
	files := []file{
		{"AndroidManifest.xml", 0o644, fmt.Appendf(nil, `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="%s">
    <uses-sdk android:minSdkVersion="%d" />
%s</manifest>
`, strings.ReplaceAll(name, "-", "."), minSDK, elements)},
		{"META-INF/com/android/build/gradle/aar-metadata.properties", 0o644, []byte("aarFormatVersion=1.0\naarMetadataVersion=1.0\nminCompileSdk=1\n")},
		{"R.txt", 0o644, nil},
		{"classes.jar", 0o644, jar},
	}
	content, err := zipped("", append(files, more...), r.time)
	return fmt.Sprintf("%s-%s.aar", name, fileVersion(packageVersion(r.version))), content, err
}

// prefab returns the libraries of an Android library, with their descriptions.
func prefab(version string, shared []file) ([]file, error) {
	var out []file
	var problem error
	add := func(name string, value map[string]any) {
		text, err := json.MarshalIndent(value, "", "  ")
		if err != nil {
			problem = err
		}
		out = append(out, file{name, 0o644, append(text, '\n')})
	}
	add("prefab/prefab.json", map[string]any{"schema_version": 2, "name": "gleslayers", "version": strings.ReplaceAll(version, "~", "-"), "dependencies": []string{}})
	var modules []string
	for _, f := range shared {
		dir, library := path.Split(f.name)
		if path.Ext(library) != ".so" {
			continue
		}
		abi, module := path.Base(dir), strings.TrimSuffix(strings.TrimPrefix(library, "lib"), ".so")
		at := "prefab/modules/" + module
		if !slices.Contains(modules, module) {
			modules = append(modules, module)
			add(at+"/module.json", map[string]any{"export_libraries": []string{}, "library_name": "lib" + module})
			out = append(out, file{at + "/include/" + module + "/README", 0o644, []byte("A layer has no functions to call: Android loads it.\n")})
		}
		add(at+"/libs/android."+abi+"/abi.json", map[string]any{"abi": abi, "api": minAPI, "ndk": 25, "stl": "none", "static": false})
		out = append(out, file{at + "/libs/android." + abi + "/" + library, 0o644, f.content}, file{"jni/" + abi + "/" + library, 0o644, f.content})
	}
	return out, problem
}

// gradle returns a job that makes the script for Gradle, which adds the Android libraries and layers of one's own to builds of an app.
func (r *release) gradle() job {
	return func() (string, []byte, error) {
		version := fileVersion(packageVersion(r.version))
		script, err := os.ReadFile(filepath.Join(r.root, "gradle", "gleslayers.gradle"))
		return fmt.Sprintf("gleslayers-%s.gradle", version), bytes.ReplaceAll(script, []byte("@VERSION@"), []byte(version)), err
	}
}
