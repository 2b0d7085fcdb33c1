package axml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Manifest is the part of AndroidManifest.xml that concerns layers.
type Manifest struct {
	Package            string
	VersionCode        int
	VersionName        string
	MinSDK             int // 1 if absent, as in Android
	TargetSDK          int // MinSDK if absent
	Debuggable         bool
	InjectLayers       bool // layers are allowed even if the app is not debuggable
	ProfileableByShell bool
	DeveloperDriver    bool // prerelease drivers are allowed even if the app is not debuggable
	PrefersAngle       bool // the app asks for ANGLE
	Game               bool // the category of the app
	HasCode            bool
	ExtractNativeLibs  *bool // nil if absent: then Android extracts them
	UseEmbeddedDex     bool
	MultiArch          bool
	TestOnly           bool
	Activities         []string // full class names, the launcher's first
	NativeLibrary      string   // meta-data of the first launcher activity; if a NativeActivity has none, Android loads "main"
	Queries            []string // package visibility: packages in the queries element
	Split              string   // name of this split; "" for a base APK or an app without splits
	SplitsRequired     bool     // the app does not run without its splits
}

// packageName matches the names that Android installs, since it uses them as directory names. Other names
// could do harm in a command that a user copies.
var packageName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.]{0,254}$`)

// Limits against hostile manifests: many elements may share one long text.
const (
	longestName = 1000  // maximum length of a class name in bytes
	mostNames   = 10000 // maximum number of activities, and of packages in queries
)

// Extracts reports whether Android extracts the app's libraries to files.
func (m *Manifest) Extracts() bool { return m.ExtractNativeLibs == nil || *m.ExtractNativeLibs }

// ReadManifest parses a binary AndroidManifest.xml. It fails with a *Damaged.
func ReadManifest(data []byte) (*Manifest, error) {
	d, err := Decode(data)
	if err != nil {
		return nil, err
	}
	return d.Manifest()
}

// Manifest returns the document as a manifest. It fails with a *Damaged if the root element or the package
// name is not valid.
func (d *Document) Manifest() (*Manifest, error) {
	root := d.tree()
	if root.name != "manifest" {
		return nil, &Damaged{0, "the root element is <" + root.name + ">; it must be <manifest>"}
	}
	m := &Manifest{Package: root.plain("package"), Split: root.plain("split"), HasCode: true, MinSDK: 1,
		VersionCode: d.number(root.attr(attrVersionCode), 0), VersionName: d.string(root.attr(attrVersionName)),
		SplitsRequired: d.boolean(root.attr(attrSplitRequired), false)}
	if !packageName.MatchString(m.Package) {
		return nil, &Damaged{0, fmt.Sprintf("%.300q is not a valid package name", m.Package)}
	}
	for _, sdk := range root.all("uses-sdk") { // the last one wins
		m.MinSDK = d.number(sdk.attr(attrMinSDK), m.MinSDK)
		m.TargetSDK = d.number(sdk.attr(attrTargetSDK), m.TargetSDK)
	}
	if m.TargetSDK == 0 {
		m.TargetSDK = m.MinSDK
	}
	for _, queries := range root.all("queries") {
		for _, p := range queries.all("package") {
			if name := d.string(p.attr(attrName)); packageName.MatchString(name) && len(m.Queries) < mostNames {
				m.Queries = append(m.Queries, name)
			}
		}
	}
	if app := root.first("application"); app != nil { // Android ignores a second one
		m.application(d, app)
	}
	return m, nil
}

func (m *Manifest) application(d *Document, app *element) {
	m.Debuggable = d.boolean(app.attr(attrDebuggable), false)
	m.HasCode = d.boolean(app.attr(attrHasCode), true)
	m.UseEmbeddedDex = d.boolean(app.attr(attrUseEmbeddedDex), false)
	m.MultiArch = d.boolean(app.attr(attrMultiArch), false)
	m.TestOnly = d.boolean(app.attr(attrTestOnly), false)
	m.Game = d.boolean(app.attr(attrIsGame), false)
	if a := app.attr(attrAppCategory); a != nil {
		m.Game = d.number(a, -1) == categoryGame
	}
	if a := app.attr(attrExtractNativeLibs); a != nil && a.value.kind != typeReference {
		extract := d.boolean(a, true)
		m.ExtractNativeLibs = &extract
	}
	for _, data := range app.all("meta-data") { // of several with one name, the last one wins
		switch d.string(data.attr(attrName)) {
		case InjectLayers:
			m.InjectLayers = isTrue(data)
		case developerDriver:
			m.DeveloperDriver = isTrue(data)
		case prefersAngle:
			m.PrefersAngle = isTrue(data)
		case splitsRequired:
			m.SplitsRequired = m.SplitsRequired || isTrue(data)
		}
	}
	for _, p := range app.all("profileable") {
		m.ProfileableByShell = d.boolean(p.attr(attrShell), false)
	}
	m.activities(d, app)
}

// categoryGame is the value of appCategory for games.
const categoryGame = 0

// isTrue reports whether Bundle.getBoolean returns true for a meta-data: only for a boolean value, not for a
// string, number or resource.
func isTrue(data *element) bool {
	if r := data.attr(attrResource); r != nil && r.value.kind == typeReference && r.value.data != 0 {
		return false
	}
	a := data.attr(attrValue)
	return a != nil && a.value.kind == typeBool && a.value.data != 0
}

func (m *Manifest) activities(d *Document, app *element) {
	var others []string
	for _, c := range app.children {
		if c.name != "activity" && c.name != "activity-alias" {
			continue
		}
		name := className(m.Package, d.string(c.attr(attrName)))
		switch {
		case name == "" || len(m.Activities)+len(others) >= mostNames:
		case c.isLauncher(d):
			if m.Activities = append(m.Activities, name); len(m.Activities) == 1 {
				m.NativeLibrary = c.nativeLibrary(d)
			}
		default:
			others = append(others, name)
		}
	}
	m.Activities = slices.Concat(m.Activities, others)
}

// nativeLibrary returns the library name in an activity's meta-data, or "".
func (e *element) nativeLibrary(d *Document) (name string) {
	for _, data := range e.all("meta-data") {
		if d.string(data.attr(attrName)) == nativeLibrary {
			name = d.string(data.attr(attrValue))
		}
	}
	return name
}

// isLauncher reports whether the launcher shows an activity.
func (e *element) isLauncher(d *Document) bool {
	has := func(filter *element, what, name string) bool {
		return slices.ContainsFunc(filter.all(what), func(c *element) bool { return d.string(c.attr(attrName)) == name })
	}
	return slices.ContainsFunc(e.all("intent-filter"), func(f *element) bool {
		return has(f, "action", "android.intent.action.MAIN") && has(f, "category", "android.intent.category.LAUNCHER")
	})
}

// className returns the full name of a class, which a manifest may write without its package; "" if it is too
// long.
func className(pkg, name string) string {
	switch {
	case len(name) > longestName:
		return ""
	case strings.HasPrefix(name, "."):
		return pkg + name
	case name != "" && !strings.Contains(name, "."):
		return pkg + "." + name
	}
	return name
}
