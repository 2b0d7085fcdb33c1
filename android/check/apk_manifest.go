package check

import (
	"fmt"

	"github.com/gleslayergen/gleslayergen/android/apk"
	"github.com/gleslayergen/gleslayergen/rules"
)

// packing checks the alignment of uncompressed libraries.
func (a *archive) packing() {
	var off []string
	for _, e := range a.entries {
		if e.Stored && e.Offset%pageSize != 0 {
			off = append(off, e.Name)
		}
	}
	if len(off) > 0 {
		a.add("zip-alignment", "these libraries have an offset in the APK that is not a multiple of 16384 bytes: "+some(off))
	}
}

// manifest checks AndroidManifest.xml. It skips that of a split: the base APK's manifest is the one that
// counts.
func (a *archive) manifest() {
	m := a.file.Manifest
	if m.Split != "" {
		return
	}
	a.where = apk.ManifestName
	defer func() { a.where = "" }()
	if !m.Extracts() && a.hasLayer() {
		a.add("manifest-extract", `the manifest has android:extractNativeLibs="false"`)
	}
	if m.HasCode && !a.hasCode() {
		found := a.add("manifest-code", `the manifest lacks android:hasCode="false", but the APK has no classes.dex`)
		if !a.layers {
			found.Remedy = `build the app with its classes; if the app has none, set android:hasCode="false" on <application>`
		}
	}
	if a.opt.API > 0 && m.MinSDK > a.opt.API {
		a.add("min-sdk-above", fmt.Sprintf("minSdkVersion is %d, but the APK is checked for API level %d (--android-api)", m.MinSDK, a.opt.API))
	}
	if m.TargetSDK < lowestTarget {
		a.add("target-sdk", fmt.Sprintf("targetSdkVersion is %d", m.TargetSDK))
	}
	if !a.layers {
		a.target()
	} else if m.MinSDK < rules.MinAPI {
		a.add("min-sdk", fmt.Sprintf("minSdkVersion is %d", m.MinSDK))
	}
}

const (
	lowestTarget = 24 // minimum targetSdkVersion on Android 15 and newer
	firstInject  = 30 // first API level with the injectLayers entry
	needsV2      = 30 // from this targetSdkVersion on, scheme v1 is not enough
)

// target checks whether the manifest of an app allows layers.
func (a *archive) target() {
	m := a.file.Manifest
	switch {
	case m.Debuggable:
	case m.InjectLayers:
		a.add("injectlayers", "the manifest has the meta-data com.android.graphics.injectLayers.enable, and the app is not debuggable")
		if m.MinSDK < firstInject {
			a.add("injectlayers-old", fmt.Sprintf("minSdkVersion is %d", m.MinSDK))
		}
	case !m.ProfileableByShell:
		a.add("manifest-debuggable", `the manifest has neither android:debuggable="true" nor <profileable android:shell="true"/> nor the meta-data com.android.graphics.injectLayers.enable`)
	}
}

func (a *archive) hasLayer() bool {
	for _, l := range a.libs {
		if l.at.Kind == Layer {
			return true
		}
	}
	return false
}

// signature checks which schemes are present. It does not verify them; apksigner verify does.
func (a *archive) signature() {
	f := a.file
	switch {
	case !f.V1 && !f.V2 && !f.V3:
		a.add("signature", "the APK is not signed")
	case !f.V2 && !f.V3 && f.Manifest.TargetSDK >= needsV2:
		a.add("signature", fmt.Sprintf("the APK is signed only with scheme v1, but targetSdkVersion is %d", f.Manifest.TargetSDK))
	}
}
