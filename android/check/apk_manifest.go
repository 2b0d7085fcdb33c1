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
		a.add("zip-alignment", "these do not begin at a multiple of 16384: "+some(off))
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
		a.add("manifest-extract", `it has android:extractNativeLibs="false"`)
	}
	if m.HasCode && !a.hasCode() {
		found := a.add("manifest-code", `it lacks android:hasCode="false", and there is no classes.dex`)
		if !a.layers {
			found.Remedy = `build the app with its classes, or set android:hasCode="false" on <application> if it has none`
		}
	}
	if a.opt.API > 0 && m.MinSDK > a.opt.API {
		a.add("min-sdk-above", fmt.Sprintf("its minSdkVersion is %d, and API %d was asked for", m.MinSDK, a.opt.API))
	}
	if m.TargetSDK < lowestTarget {
		a.add("target-sdk", fmt.Sprintf("its targetSdkVersion is %d", m.TargetSDK))
	}
	if !a.layers {
		a.target()
	} else if m.MinSDK < rules.MinAPI {
		a.add("min-sdk", fmt.Sprintf("its minSdkVersion is %d", m.MinSDK))
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
		a.add("injectlayers", "it has the injectLayers entry, and is not debuggable")
		if m.MinSDK < firstInject {
			a.add("injectlayers-old", fmt.Sprintf("its minSdkVersion is %d", m.MinSDK))
		}
	case !m.ProfileableByShell:
		a.add("manifest-debuggable", "nothing in it lets layers in")
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
		a.add("signature", "it is not signed")
	case !f.V2 && !f.V3 && f.Manifest.TargetSDK >= needsV2:
		a.add("signature", fmt.Sprintf("it is signed by scheme 1 only, and its targetSdkVersion is %d", f.Manifest.TargetSDK))
	}
}
