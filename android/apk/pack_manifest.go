package apk

import (
	"bytes"
	"cmp"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gleslayergen/gleslayergen/rules"
)

// App is an app without Java: Android's NativeActivity loads libmain.so.
type App struct {
	Debuggable bool
	Inject     bool // allow layers by the meta-data
}

// targetSDK is the newest API level that this tool supports. Android 15 and newer warn about old ones or
// reject them.
const targetSDK = 35

// Manifest returns the manifest, as text, of a package of layers or of an app. The loader opens regular files
// only, so Android has to extract the libraries (rule 1.7). The manifest does not set multiArch: with it, adb
// install --abi could not choose the ABI to install.
func (o BuildOptions) Manifest() []byte {
	var quoted, version bytes.Buffer
	_ = xml.EscapeText(&quoted, []byte(o.Package))
	_ = xml.EscapeText(&version, []byte(cmp.Or(o.Version, "1.0")))
	return fmt.Appendf(nil, `<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="%s" android:versionCode="1" android:versionName="%s">
    <uses-sdk android:minSdkVersion="%d" android:targetSdkVersion="%d"/>
    <application android:hasCode="false" android:extractNativeLibs="true" android:debuggable="%t">%s</application>
</manifest>
`, quoted.Bytes(), version.Bytes(), rules.MinAPI, targetSDK, o.App == nil || o.App.Debuggable, o.App.content())
}

// content returns the content of the application element.
func (a *App) content() string {
	if a == nil {
		return ""
	}
	content := `
        <activity android:name="android.app.NativeActivity" android:exported="true">
            <intent-filter>
                <action android:name="android.intent.action.MAIN"/>
                <category android:name="android.intent.category.LAUNCHER"/>
            </intent-filter>
        </activity>
    `
	if a.Inject {
		return "\n        " + InjectElement + content
	}
	return content
}

// packManifest compiles the manifest with aapt2 or aapt, and writes all entries of its output.
func (t Tools) packManifest(ctx context.Context, p *packer, manifest []byte) error {
	work, err := os.MkdirTemp("", "gleslayergen-apk-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	text, packed := filepath.Join(work, ManifestName), filepath.Join(work, "packed.apk")
	if err := os.WriteFile(text, manifest, 0o600); err != nil {
		return err
	}
	args := []string{"package", "-f", "-F", packed, "-M", text, "-I", t.Platform}
	if program := filepath.Base(t.Aapt); strings.HasPrefix(program, "aapt2") {
		args = []string{"link", "-o", packed, "--manifest", text, "-I", t.Platform}
	}
	if err := t.call(ctx, nil, nil, t.Aapt, args...); err != nil {
		return err
	}
	f, c, err := Open(packed)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, e := range f.Entries {
		if err := p.copy(f, e); err != nil {
			return err
		}
	}
	return nil
}
