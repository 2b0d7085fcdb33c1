package device

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// readAPK takes in what an APK says of itself and its libraries, which lie in a folder until done is called.
func readAPK(file string) (a App, done func(), err error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return App{}, nil, installError("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: Failed to load asset path")
	}
	defer archive.Close()
	if a, err = manifestOf(file); err != nil {
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
		if err := extract(f, a.Libs[name]); err != nil {
			done()
			return App{}, nil, installError(fmt.Sprintf("INSTALL_FAILED_INVALID_APK: %v", err))
		}
	}
	return a, done, nil
}

func extract(f *zip.File, to string) error {
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

// manifestOf asks aapt.
func manifestOf(file string) (App, error) {
	if _, err := exec.LookPath("aapt"); err != nil {
		return App{}, fmt.Errorf("aapt is not installed: run make deps")
	}
	out, err := exec.Command("aapt", "dump", "xmltree", file, "AndroidManifest.xml").Output()
	if err != nil {
		return App{}, installError("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk: no AndroidManifest.xml")
	}
	a := App{MinSDK: 1, Label: "App"}
	element := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "E: "); ok {
			element, _, _ = strings.Cut(name, " ")
			continue
		}
		if m := attribute.FindStringSubmatch(line); m != nil {
			a.take(element, m[1], attributeValue(m[2]))
		}
	}
	if a.Target == 0 {
		a.Target = a.MinSDK
	}
	if strings.HasPrefix(a.Activity, ".") {
		a.Activity = a.Name + a.Activity
	}
	return a, nil
}

var attribute = regexp.MustCompile(`^A: (?:android:|http://schemas.android.com/apk/res/android:)?(\w+)(?:\(0x[0-9a-f]+\))?=(.*)$`)

// attributeValue reads (type 0x12)0xffffffff or "text" (Raw: "text").
func attributeValue(text string) string {
	if _, hex, ok := strings.Cut(text, ")0x"); ok && strings.HasPrefix(text, "(type") {
		n, _ := strconv.ParseUint(hex, 16, 64)
		return strconv.FormatUint(n, 10)
	}
	text, _, _ = strings.Cut(strings.TrimPrefix(text, `"`), `"`)
	return text
}

// take sets what one attribute of an element says.
func (a *App) take(element, name, value string) {
	on := value != "0" && value != "false"
	switch element + " " + name {
	case "manifest package":
		a.Name = value
	case "manifest versionCode":
		a.VersionCode = number(value)
	case "uses-sdk minSdkVersion":
		a.MinSDK = number(value)
	case "uses-sdk targetSdkVersion":
		a.Target = number(value)
	case "application debuggable":
		a.Debuggable = on
	case "application testOnly":
		a.TestOnly = on
	case "application hasCode":
		a.NoCode = !on
	case "application extractNativeLibs":
		a.InAPK = !on
	case "meta-data name":
		a.InjectLayers = value == "com.android.graphics.injectLayers.enable"
	case "profileable shell":
		a.Profileable = on
	case "package name":
		a.Queries = append(a.Queries, value)
	case "activity name":
		if a.Activity == "" {
			a.Activity = value
		}
	}
}
