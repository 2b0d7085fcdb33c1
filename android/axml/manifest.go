package axml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// Manifest is what an AndroidManifest.xml says that matters to layers.
type Manifest struct {
	Package            string
	VersionCode        int
	VersionName        string
	MinSDK             int // 1 if it does not say, as for Android
	TargetSDK          int // MinSDK if it does not say
	Debuggable         bool
	InjectLayers       bool // layers may be loaded though it is not debuggable
	ProfileableByShell bool
	HasCode            bool
	ExtractNativeLibs  *bool // nil: it does not say; then Android extracts them
	UseEmbeddedDex     bool
	MultiArch          bool
	TestOnly           bool
	Activities         []string // full names, those of a launcher first
	NativeLibrary      string   // that the launcher's activity says it is in; one without Java that says nothing is in main
	Queries            []string // packages that it asks to see
	Split              string   // the name of this split; "" in a whole app and in the base of one
	SplitsRequired     bool     // it does not run without its splits
}

// packageName is what Android installs: it makes the name that of a folder. Others could do harm in a line that a user copies.
var packageName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.]{0,254}$`)

// Manifests may be anybody's, and many elements of one may share a long text.
const (
	longestName = 1000  // bytes of the name of a class that is kept
	mostNames   = 10000 // activities, and packages that an app asks to see
)

// Extracts reports whether Android puts the libraries of the app into files of their own.
func (m *Manifest) Extracts() bool { return m.ExtractNativeLibs == nil || *m.ExtractNativeLibs }

// ReadManifest reads a binary AndroidManifest.xml.
func ReadManifest(data []byte) (*Manifest, error) {
	d, err := Decode(data)
	if err != nil {
		return nil, err
	}
	return d.Manifest()
}

// Manifest reads what the document says of an app.
func (d *Document) Manifest() (*Manifest, error) {
	root := d.tree()
	if root.name != "manifest" {
		return nil, &Damaged{0, "its root element is " + root.name + ", where a manifest has manifest"}
	}
	m := &Manifest{Package: root.plain("package"), Split: root.plain("split"), HasCode: true, MinSDK: 1,
		VersionCode: d.number(root.attr(attrVersionCode), 0), VersionName: d.string(root.attr(attrVersionName)),
		SplitsRequired: d.boolean(root.attr(attrSplitRequired), false)}
	if !packageName.MatchString(m.Package) {
		return nil, &Damaged{0, fmt.Sprintf("%.300q is no name of a package", m.Package)}
	}
	for _, sdk := range root.all("uses-sdk") { // of several, the last counts
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
	if a := app.attr(attrExtractNativeLibs); a != nil && a.value.kind != typeReference {
		extract := d.boolean(a, true)
		m.ExtractNativeLibs = &extract
	}
	for _, data := range app.all("meta-data") { // of several with one name, the last counts
		switch d.string(data.attr(attrName)) {
		case InjectLayers:
			m.InjectLayers = isTrue(data)
		case splitsRequired:
			m.SplitsRequired = m.SplitsRequired || isTrue(data)
		}
	}
	for _, p := range app.all("profileable") {
		m.ProfileableByShell = d.boolean(p.attr(attrShell), false)
	}
	m.activities(d, app)
}

// isTrue reports whether a meta-data is what Bundle.getBoolean takes for true: the value itself, no text, no number, no resource.
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

// nativeLibrary is the library that an activity says it is in.
func (e *element) nativeLibrary(d *Document) (name string) {
	for _, data := range e.all("meta-data") {
		if d.string(data.attr(attrName)) == nativeLibrary {
			name = d.string(data.attr(attrValue))
		}
	}
	return name
}

// isLauncher reports whether an activity is one that the launcher shows.
func (e *element) isLauncher(d *Document) bool {
	has := func(filter *element, what, name string) bool {
		return slices.ContainsFunc(filter.all(what), func(c *element) bool { return d.string(c.attr(attrName)) == name })
	}
	return slices.ContainsFunc(e.all("intent-filter"), func(f *element) bool {
		return has(f, "action", "android.intent.action.MAIN") && has(f, "category", "android.intent.category.LAUNCHER")
	})
}

// className is the full name of a class that a manifest may write without its package; "" if it is too long for one.
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
