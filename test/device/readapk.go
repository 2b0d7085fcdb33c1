package device

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/axml"
)

// readAPK reads the manifest and the libraries of an APK. The libraries are in a directory until done is
// called.
func readAPK(file string) (a App, done func(), err error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return App{}, nil, installError("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: Failed to load asset path")
	}
	defer archive.Close()
	if a, err = manifestOf(&archive.Reader); err != nil {
		return App{}, nil, err
	}
	dir, err := os.MkdirTemp(filepath.Dir(file), "libs-")
	if err != nil {
		return App{}, nil, err
	}
	done = func() { os.RemoveAll(dir) }
	a.APK, a.Libs, a.Tag = file, map[string]string{}, a.Name[strings.LastIndex(a.Name, ".")+1:]
	for i, f := range archive.File {
		name, ok := strings.CutPrefix(f.Name, "lib/")
		if !ok || !strings.HasSuffix(name, ".so") || strings.Count(name, "/") != 1 || strings.Contains(name, "..") {
			continue
		}
		a.Libs[name] = filepath.Join(dir, strconv.Itoa(i))
		if err := unpackFile(f, a.Libs[name]); err != nil {
			done()
			return App{}, nil, installError(fmt.Sprintf("INSTALL_FAILED_INVALID_APK: %v", err))
		}
	}
	return a, done, nil
}

func unpackFile(f *zip.File, to string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, readLimit))
	if e := out.Close(); err == nil {
		err = e
	}
	return err
}

// manifestOf decodes the binary manifest of an APK.
func manifestOf(archive *zip.Reader) (App, error) {
	file, err := archive.Open("AndroidManifest.xml")
	if err != nil {
		return App{}, installError("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: no AndroidManifest.xml")
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, readLimit))
	if err != nil {
		return App{}, installError("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: " + err.Error())
	}
	m, err := axml.ReadManifest(data)
	switch {
	case err != nil:
		return App{}, installError("INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: " + err.Error())
	case m.Split != "":
		return App{}, installError("INSTALL_FAILED_INVALID_APK: Full install must include a base package")
	}
	a := App{Name: m.Package, Label: m.Package, VersionCode: m.VersionCode, MinSDK: m.MinSDK, Target: m.TargetSDK, Debuggable: m.Debuggable,
		InjectLayers: m.InjectLayers, Profileable: m.ProfileableByShell, NoCode: !m.HasCode, TestOnly: m.TestOnly, InAPK: !m.Extracts(),
		MultiArch: m.MultiArch, Queries: m.Queries, Native: cmp.Or(m.NativeLibrary, "main")}
	if len(m.Activities) > 0 {
		a.Activity = m.Activities[0]
	}
	return a, nil
}
