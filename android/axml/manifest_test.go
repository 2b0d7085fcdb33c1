package axml

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestManifest(t *testing.T) {
	no := false
	plain := Manifest{Package: "com.example.game", VersionCode: 7, VersionName: "1.2", MinSDK: 26, TargetSDK: 34, HasCode: true}
	for _, c := range []struct {
		attrs, children string
		want            func(m *Manifest)
	}{
		{"", "", func(*Manifest) {}},
		{"", activities, func(m *Manifest) {
			m.Activities = []string{"com.example.game.Main", "com.example.game.Other", "org.other.Alias"}
		}},
		{`android:debuggable="true"`, "", func(m *Manifest) { m.Debuggable = true }},
		{`debuggable="true"`, "", func(*Manifest) {}}, // not in Android's namespace
		{`android:debuggable="@*android:bool/config_sms_capable"`, "", func(*Manifest) {}},
		{`android:extractNativeLibs="false" android:hasCode="false" android:testOnly="true" android:multiArch="true" android:useEmbeddedDex="true"`, "", func(m *Manifest) {
			m.ExtractNativeLibs, m.HasCode, m.TestOnly, m.MultiArch, m.UseEmbeddedDex = &no, false, true, true, true
		}},
		{"", native, func(m *Manifest) {
			m.Activities, m.NativeLibrary = []string{"android.app.NativeActivity", "com.example.game.Other"}, "app"
		}},
		{"", inject, func(m *Manifest) { m.InjectLayers = true }},
		{"", strings.Replace(inject, `"true"`, `"false"`, 1), func(*Manifest) {}},
		{"", inject + strings.Replace(inject, `"true"`, `"false"`, 1), func(*Manifest) {}},
		{"", strings.Replace(inject, `"true"`, `"1"`, 1), func(*Manifest) {}}, // a number, not a boolean
		{"", `<activity android:name=".A">` + inject + `</activity>`, func(m *Manifest) { m.Activities = []string{"com.example.game.A"} }},
		{"", `<profileable android:shell="true"/>`, func(m *Manifest) { m.ProfileableByShell = true }},
		{"", `<meta-data android:name="com.android.vending.splits.required" android:value="true"/>`, func(m *Manifest) { m.SplitsRequired = true }},
		{`android:appCategory="game"`, "", func(m *Manifest) { m.Game = true }},
		{`android:appCategory="maps" android:isGame="true"`, "", func(*Manifest) {}},
		{`android:isGame="true"`, "", func(m *Manifest) { m.Game = true }},
		{"", `<meta-data android:name="com.android.graphics.developerdriver.enable" android:value="true"/>` +
			`<meta-data android:name="com.android.graphics.driver.prefer_angle" android:value="true"/>`, func(m *Manifest) { m.DeveloperDriver, m.PrefersAngle = true, true }},
	} {
		for _, tool := range tools {
			want := plain
			c.want(&want)
			got, err := ReadManifest(compile(t, tool, manifest(c.attrs, c.children)))
			if err != nil {
				t.Errorf("%s %s: %v", c.attrs, c.children, err)
			} else if !reflect.DeepEqual(*got, want) {
				t.Errorf("%s, by %s:\n%+v\n%+v", c.attrs+c.children, tool, *got, want)
			}
		}
	}
}

// The manifest of Android's framework is large.
func TestFramework(t *testing.T) {
	data := manifestOf(t, framework)
	m, err := ReadManifest(data)
	if err != nil || m.Package != "android" || m.TargetSDK != 29 || len(m.Activities) < 10 {
		t.Errorf("%+v, %v", m, err)
	}
	sameBytes(t, data)
}

// sameBytes checks that a file that is decoded and encoded keeps its bytes.
func sameBytes(t *testing.T, data []byte) {
	t.Helper()
	d, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.Encode(), data) {
		t.Errorf("%d bytes became others: %d", len(data), len(d.Encode()))
	}
}
