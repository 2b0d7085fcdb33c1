package device

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
)

// frameworkRes is the file with which aapt2 resolves names of the android: namespace.
const frameworkRes = "/usr/share/android-framework-res/framework-res.apk"

// linkManifest builds an APK that contains only the binary manifest.
func linkManifest(a App, out string) error {
	if _, err := os.Stat(frameworkRes); err != nil {
		return fmt.Errorf("%s is missing (package android-framework-res): run make deps", frameworkRes)
	}
	source := out + ".xml"
	if err := os.WriteFile(source, []byte(a.manifest()), 0o600); err != nil {
		return err
	}
	return tool("aapt2", "link", "-o", out, "--manifest", source, "-I", frameworkRes, "--warn-manifest-validation") // some versions of aapt2 do not know <queries>
}

func (a App) manifest() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="%s" android:versionCode="%d" android:versionName="%d.0">`,
		a.Name, a.VersionCode, a.VersionCode)
	fmt.Fprintf(&b, `<uses-sdk android:minSdkVersion="%d" android:targetSdkVersion="%d"/>`, a.MinSDK, a.Target)
	if len(a.Queries) > 0 {
		b.WriteString("<queries>")
		for _, q := range a.Queries {
			fmt.Fprintf(&b, `<package android:name="%s"/>`, q)
		}
		b.WriteString("</queries>")
	}
	b.WriteString(`<application android:label="`)
	_ = xml.EscapeText(&b, []byte(a.Label))
	if a.Game {
		b.WriteString(`" android:appCategory="game`)
	}
	fmt.Fprintf(&b, `" android:hasCode="%t" android:debuggable="%t" android:extractNativeLibs="%t" android:testOnly="%t" android:multiArch="%t">`,
		!a.NoCode, a.Debuggable, !a.InAPK, a.TestOnly, a.MultiArch)
	if a.InjectLayers {
		b.WriteString(`<meta-data android:name="com.android.graphics.injectLayers.enable" android:value="true"/>`)
	}
	for _, name := range a.MetaData {
		fmt.Fprintf(&b, `<meta-data android:name="%s" android:value="true"/>`, name)
	}
	if a.Profileable {
		b.WriteString(`<profileable android:shell="true"/>`)
	}
	if a.Activity != "" {
		fmt.Fprintf(&b, `<activity android:name="%s" android:exported="true"><intent-filter><action android:name="android.intent.action.MAIN"/>`+
			`<category android:name="android.intent.category.LAUNCHER"/></intent-filter></activity>`, a.Activity)
	}
	b.WriteString("</application></manifest>")
	return b.String()
}
