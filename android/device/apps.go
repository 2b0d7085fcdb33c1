package device

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/gleslayergen/gleslayergen/android/adb"
	"github.com/gleslayergen/gleslayergen/internal/lazyregexp"
)

// appKeys selects the lines of dumpsys package that make a Package. The others, which are many, are filtered
// out on the device.
const appKeys = `-e '^Packages:' -e '^Hidden system packages:' -e '^  Package \[' -e '^    *\(userId\|appId\|codePath\|legacyNativeLibraryDir\|primaryCpuAbi\|secondaryCpuAbi\|dataDir\|forceQueryable\)=' -e 'targetSdk=' -e '^    \(pkgF\|f\)lags=\[' -e '^    User '`

// Apps returns the installed packages of a user (-1: the current one), sorted by name.
func Apps(ctx context.Context, d *adb.Device, user int) ([]*Package, error) {
	s, err := ReadApps(ctx, d, user)
	if err != nil {
		return nil, err
	}
	return slices.SortedFunc(maps.Values(s.Packages), func(a, b *Package) int { return cmp.Compare(a.Name, b.Name) }), nil
}

// ReadApps reads the state of a device with all installed packages. It reads the manifest only of installed
// apps whose manifest has the injectLayers meta-data or the profileable element, which dumpsys does not
// report. It does not read libraries, files and processes.
func ReadApps(ctx context.Context, d *adb.Device, user int) (*State, error) {
	s := newScript()
	s.addFactQueries(Query{User: user})
	s.addQuery("dump", "dumpsys package packages | grep %s", appKeys)
	s.addQuery("third", `pm list packages -3 --user "$U"`)
	s.addQuery("manifests", `pm list packages -3 -f --user "$U" | while read -r L; do
L=${L#package:}; A=${L%%=*}
unzip -p "$A" AndroidManifest.xml </dev/null | tr -d '\000' | grep -q -a -e injectLayers -e profileable || continue
printf '%%s %%s\n' "${L##*=}" "$(unzip -p "$A" AndroidManifest.xml </dev/null | base64 | tr -d '\n')"
done`)
	a, err := s.run(ctx, d)
	if err != nil {
		return nil, err
	}
	state := &State{Facts: a.facts(d.Serial)}
	state.Packages = a.apps(&state.Facts)
	return state, nil
}

var blockHead = lazyregexp.New(`(?m)^  Package \[([\w.]+)\] \(`)

// apps parses the answers to the queries of Apps.
func (a answers) apps(f *Facts) map[string]*Package {
	dump, _, _ := strings.Cut(a["dump"], "\nHidden system packages:")
	byName := map[string]*Package{}
	heads := blockHead.FindAllStringSubmatchIndex(dump, -1)
	for i, at := range heads {
		end := len(dump)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		name := dump[at[2]:at[3]]
		if p := (&Package{Name: name}); byName[name] == nil {
			p.read(dumpBlock(dump[at[0]:end], name), f)
			byName[name] = p
		}
	}
	for line := range strings.Lines(a["third"]) {
		if p := byName[strings.TrimPrefix(strings.TrimSpace(line), "package:")]; p != nil {
			p.ThirdParty = true
		}
	}
	for line := range strings.Lines(a["manifests"]) {
		name, manifest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if p := byName[name]; p != nil {
			p.readManifest(manifest)
		}
	}
	maps.DeleteFunc(byName, func(_ string, p *Package) bool { return !p.Installed })
	return byName
}
