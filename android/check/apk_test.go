package check

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// frameworks is the directory of Android's resources in Debian.
const frameworks = "/usr/share/android-framework-res/framework-res.apk"

// manifest compiles a manifest with these attributes of uses-sdk and application, and this content of the
// application.
func manifest(t testing.TB, sdk, application, inside string) []byte {
	t.Helper()
	return compiled(t, fmt.Sprintf(`android:versionCode="1"><uses-sdk %s/><application %s>%s</application>`, sdk, application, inside))
}

// manifests caches the results of compiled, since many APKs have the same manifest.
var manifests = map[string][]byte{}

// compiled compiles a manifest; rest is its text after the package attribute.
func compiled(t testing.TB, rest string) []byte {
	t.Helper()
	if manifests[rest] == nil {
		manifests[rest] = recompile(t, rest)
	}
	return manifests[rest]
}

func recompile(t testing.TB, rest string) []byte {
	t.Helper()
	dir := t.TempDir()
	source, out := filepath.Join(dir, "AndroidManifest.xml"), filepath.Join(dir, "out.apk")
	text := `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.a" ` + rest + `</manifest>`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "aapt", "package", "-f", "-M", source, "-I", frameworks, "-F", out)
	z, err := zip.OpenReader(out)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("AndroidManifest.xml")
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// packed is an entry of an APK: compressed if align is 0, else stored at a multiple of align.
type packed struct {
	name  string
	data  []byte
	align int
}

// pack builds an APK that looks signed to check: it has the file names of scheme v1 and, unless old is set, a
// block of scheme v2.
func pack(t testing.TB, name string, old bool, entries ...packed) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	entries = append(entries, packed{"META-INF/A.SF", []byte("x"), 0}, packed{"META-INF/A.RSA", []byte("x"), 0})
	slices.SortStableFunc(entries, func(a, b packed) int { return b.align - a.align }) // so that the offsets of stored entries are known
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.align > 0 {
			if err := z.Flush(); err != nil {
				t.Fatal(err)
			}
			h.Method = zip.Store
			at := out.Len() + 30 + len(e.name)
			if out.Len() > 0 {
				at += 16 // data descriptor of the previous entry
			}
			h.Extra = make([]byte, (e.align-at%e.align)%e.align)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	if !old {
		data = signed(data)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// signed inserts a signing block with an empty v2 signature before the directory.
func signed(data []byte) []byte {
	le := binary.LittleEndian
	end := len(data) - 22
	at := int(le.Uint32(data[end+16:]))
	pair := le.AppendUint32(le.AppendUint64(nil, 4), 0x7109871a)
	size := uint64(len(pair) + 24)
	block := append(le.AppendUint64(nil, size), pair...)
	block = append(le.AppendUint64(block, size), "APK Sig Block 42"...)
	out := slices.Concat(data[:at], block, data[at:])
	le.PutUint32(out[len(out)-22+16:], uint32(at+len(block)))
	return out
}

// parts are built once for all APKs of a test.
type parts struct {
	layer, misspelt, app, goApp, goLayer, needing map[string][]byte // libraries by ABI
}

func makeParts(t testing.TB) *parts {
	t.Helper()
	theParts.Do(func() { theParts.build(t) })
	return &theParts.parts
}

var theParts struct {
	sync.Once
	parts
}

func (p *parts) build(t testing.TB) {
	t.Helper()
	dir := t.TempDir()
	const goNote = `__asm__(".section .note.go.buildid,\"a\",%note\n.balign 4\n.long 4\n.long 4\n.long 4\n.asciz \"Go\\0\"\n.long 33\n.text\n");` + "\n"
	const library = "int JNI_OnLoad(void); int JNI_OnLoad(void) { return 6; }\n"
	for _, abi := range []string{"arm64-v8a", "x86_64"} {
		stub := build(t, compilers[abi], filepath.Join(dir, abi, "libstub.so"), "int nothing;\n")
		for _, c := range []struct {
			to     *map[string][]byte
			source string
			flags  []string
		}{
			{&p.layer, good, nil},
			{&p.misspelt, strings.ReplaceAll(good, "GetProcAddress", "GetProcAddres"), nil},
			{&p.app, library, nil},
			{&p.goApp, goNote + library, nil},
			{&p.goLayer, goNote + good, nil},
			{&p.needing, good, []string{"-Wl,--no-as-needed", stub}},
		} {
			data, err := os.ReadFile(build(t, compilers[abi], filepath.Join(dir, "liba.so"), c.source, c.flags...))
			if err != nil {
				t.Fatal(err)
			}
			if *c.to == nil {
				*c.to = map[string][]byte{}
			}
			(*c.to)[abi] = data
		}
	}
}

// at returns a library as an entry of an APK.
func at(abi, name string, data []byte, align int) packed {
	return packed{"lib/" + abi + "/" + name, data, align}
}

func TestAPK(t *testing.T) {
	p := makeParts(t)
	const arm, x86 = "arm64-v8a", "x86_64"
	const sdk = `android:minSdkVersion="29" android:targetSdkVersion="34"`
	const bare = `android:hasCode="false" android:extractNativeLibs="true"`
	const inject = `<meta-data android:name="com.android.graphics.injectLayers.enable" android:value="true"/>`
	dex := packed{"classes.dex", []byte("dex\n035\x00"), 0}
	good := func() []packed {
		return []packed{at(arm, "liba.so", p.layer[arm], 0), at(x86, "liba.so", p.layer[x86], 0)}
	}
	for name, c := range map[string]struct {
		sdk, app, inside string
		entries          []packed
		old              bool
		o                Options
		want             string // ids
	}{
		"layers":        {sdk, bare, "", good(), false, Options{}, ""},
		"stored":        {sdk, bare, "", []packed{at(arm, "liba.so", p.layer[arm], 16384)}, false, Options{}, "lib-stored"},
		"not aligned":   {sdk, bare, "", []packed{at(arm, "liba.so", p.layer[arm], 4)}, false, Options{}, "lib-stored zip-alignment"},
		"extract":       {sdk, `android:hasCode="false" android:extractNativeLibs="false"`, "", good(), false, Options{}, "manifest-extract"},
		"code":          {sdk, "", "", good(), false, Options{}, "manifest-code"},
		"nothing":       {sdk, bare, "", nil, false, Options{}, "no-layer"},
		"min":           {`android:minSdkVersion="21" android:targetSdkVersion="34"`, bare, "", good(), false, Options{}, "min-sdk"},
		"min above":     {`android:minSdkVersion="31" android:targetSdkVersion="34"`, bare, "", good(), false, Options{API: 30}, "min-sdk-above"},
		"target":        {`android:minSdkVersion="29" android:targetSdkVersion="22"`, bare, "", good(), false, Options{}, "target-sdk"},
		"scheme 1":      {sdk, bare, "", good(), true, Options{}, "signature"},
		"one ABI":       {sdk, bare, "", append(good(), at(arm, "liba2.so", p.layer[arm], 0)), false, Options{}, "abi-sets-differ soname-other"},
		"other ABI":     {sdk, bare, "", []packed{at(arm, "liba.so", p.layer[x86], 0)}, false, Options{}, "abi-folder"},
		"name":          {sdk, bare, "", []packed{at(arm, "a.so", p.layer[arm], 0)}, false, Options{}, "lib-name soname-other"},
		"misspelt":      {sdk, bare, "", []packed{at(arm, "liba.so", p.misspelt[arm], 0)}, false, Options{}, "entry-misspelt"},
		"no entry":      {sdk, bare, "", []packed{at(arm, "liba.so", p.app[arm], 0)}, false, Options{}, "entry-missing"},
		"cut":           {sdk, bare, "", []packed{at(arm, "liba.so", p.layer[arm][:900], 0)}, false, Options{}, "damaged"},
		"app":           {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.app[arm], 0)}, false, Options{}, ""},
		"app in C":      {sdk, `android:hasCode="false" android:debuggable="true"`, `<activity android:name="android.app.NativeActivity"/>`, []packed{at(arm, "liba.so", p.app[arm], 0)}, false, Options{}, ""},
		"app, as other": {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.app[arm], 0)}, false, Options{LayersAPK: new(true)}, "entry-missing"},
		"app with it":   {sdk, `android:debuggable="true"`, "", append(good(), dex, at(arm, "libapp.so", p.app[arm], 0)), false, Options{}, ""},
		"app, misspelt": {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.misspelt[arm], 0)}, false, Options{}, "entry-misspelt"},
		"app, by name":  {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "libGLES_a.so", p.app[arm], 0)}, false, Options{}, "entry-missing soname-other"},
		"app, closed":   {sdk, "", "", []packed{dex}, false, Options{}, "manifest-debuggable"},
		"app, shell":    {sdk, "", `<profileable android:shell="true"/>`, []packed{dex}, false, Options{}, ""},
		"app, inject":   {sdk, "", inject, []packed{dex}, false, Options{}, "injectlayers injectlayers-old"},
		"app, inject30": {`android:minSdkVersion="30"`, "", inject, []packed{dex}, false, Options{}, "injectlayers"},
		"app, Go":       {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.goApp[arm], 0)}, false, Options{}, "go-in-app"},
		"app, Go twice": {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "libapp.so", p.goApp[arm], 0), at(arm, "liba.so", p.goLayer[arm], 0)},
			false, Options{}, "go-runtime-second"},
		"Go twice":   {sdk, bare, "", []packed{at(arm, "liba.so", p.goLayer[arm], 0), at(arm, "libGLES_a.so", p.goLayer[arm], 0)}, false, Options{}, "go-runtime-second soname-other"},
		"Go by ABI":  {sdk, bare, "", []packed{at(arm, "liba.so", p.goLayer[arm], 0), at(x86, "liba.so", p.goLayer[x86], 0)}, false, Options{}, ""},
		"needs":      {sdk, bare, "", []packed{at(arm, "liba.so", p.needing[arm], 0), at(arm, "libstub.so", p.app[arm], 0)}, false, Options{}, "needed-private"},
		"app, needs": {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.needing[arm], 0), at(arm, "libstub.so", p.app[arm], 0)}, false, Options{}, ""},
		"app, one ABI": {sdk, `android:debuggable="true"`, "", []packed{dex, at(arm, "liba.so", p.layer[arm], 0), at(arm, "libapp.so", p.app[arm], 0), at(x86, "libapp.so", p.app[x86], 0)},
			false, Options{}, "abi-sets-differ"},
		"app, inside": {sdk, `android:debuggable="true" android:extractNativeLibs="false"`, "", append(good(), dex), false, Options{}, "manifest-extract"},
		"app, off": {sdk, `android:debuggable="true" android:extractNativeLibs="false"`, "",
			[]packed{dex, at(arm, "liba.so", p.app[arm], 4096+4)}, false, Options{}, "zip-alignment"},
	} {
		t.Run(name, func(t *testing.T) {
			entries := append([]packed{{"AndroidManifest.xml", manifest(t, c.sdk, c.app, c.inside), 0}}, c.entries...)
			found := checkFile(t, pack(t, "a.apk", c.old, entries...), c.o)
			if got := strings.Join(ids(found), " "); got != c.want {
				t.Errorf("%q, not %q: %v", got, c.want, found)
			}
		})
	}
}

// In an Android library, which has a manifest that is text, the libraries in jni are checked like those of an app.
func TestAAR(t *testing.T) {
	p := makeParts(t)
	const arm, x86 = "arm64-v8a", "x86_64"
	in := func(dir, name string, data []byte) packed { return packed{"jni/" + dir + "/" + name, data, 0} }
	for name, c := range map[string]struct {
		entries []packed
		want    string // ids
	}{
		"good":      {[]packed{in(arm, "liba.so", p.layer[arm]), in(x86, "liba.so", p.layer[x86]), {"prefab/modules/a/libs/android.x86_64/liba.so", p.misspelt[x86], 0}}, ""},
		"stored":    {[]packed{{"jni/" + arm + "/liba.so", p.layer[arm], 4}}, ""},
		"one ABI":   {[]packed{in(arm, "liba.so", p.layer[arm]), in(x86, "libapp.so", p.app[x86])}, "abi-sets-differ"},
		"other ABI": {[]packed{in(arm, "liba.so", p.layer[x86])}, "abi-folder"},
		"misspelt":  {[]packed{in(arm, "liba.so", p.misspelt[arm])}, "entry-misspelt"},
		"name":      {[]packed{in(arm, "a.so", p.layer[arm])}, "lib-name soname-other"},
		"cut":       {[]packed{in(arm, "libGLES_a.so", p.layer[arm][:900])}, "damaged"},
		"needs":     {[]packed{in(arm, "liba.so", p.needing[arm]), in(arm, "libstub.so", p.app[arm])}, ""},
		"Go twice":  {[]packed{in(arm, "liba.so", p.goLayer[arm]), in(arm, "libapp.so", p.goApp[arm])}, "go-runtime-second"},
		"no layer":  {[]packed{in(arm, "libapp.so", p.goApp[arm])}, "no-layer"},
		"as an APK": {[]packed{{"lib/" + arm + "/liba.so", p.layer[arm], 0}}, "no-layer"},
	} {
		t.Run(name, func(t *testing.T) {
			text := packed{"AndroidManifest.xml", []byte(`<manifest package="a"/>`), 0}
			path := pack(t, "a.aar", true, append([]packed{text}, c.entries...)...)
			found := checkFile(t, path, Options{})
			if got := strings.Join(ids(found), " "); got != c.want {
				t.Errorf("%q, not %q: %v", got, c.want, found)
			}
			r, err := Scan(t.Context(), filepath.Dir(path), Options{})
			if err != nil || len(r.Checked) == 0 || r.Checked[0].Kind != AAR || strings.Join(ids(r.Findings), " ") != c.want {
				t.Errorf("directory: %+v, %v", r, err)
			}
		})
	}
	one(t, checkFile(t, pack(t, "a.aar", true, in(arm, "liba.so", p.layer[arm])), Options{}), "damaged", "the file has no AndroidManifest.xml", "")
}

// An Android library without layers is reported only if its directory has no other layer.
func TestAARBesideLayer(t *testing.T) {
	p := makeParts(t)
	path := pack(t, "a.aar", true, packed{"AndroidManifest.xml", []byte("<manifest/>"), 0})
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "liba.so"), p.layer["x86_64"], 0o600); err != nil {
		t.Fatal(err)
	}
	if found := checkFile(t, filepath.Dir(path), Options{}); len(found) > 0 {
		t.Error(found)
	}
}

// For an app without its classes, the advice is to build them, not to create an APK of layers.
func TestAppWithoutCode(t *testing.T) {
	p := makeParts(t)
	of := func(inside string) Finding {
		found := checkFile(t, pack(t, "a.apk", false, packed{"AndroidManifest.xml", manifest(t, `android:minSdkVersion="29" android:targetSdkVersion="34"`, `android:debuggable="true"`, inside), 0},
			at("arm64-v8a", "liba.so", p.layer["arm64-v8a"], 0)), Options{})
		one(t, found, "manifest-code", "", "")
		return found[0]
	}
	if layers, app := of(""), of(`<activity android:name="android.app.NativeActivity"/>`); !strings.Contains(layers.Remedy, "apk build") ||
		strings.Contains(app.Remedy, "apk build") || !strings.Contains(app.Remedy, "classes") {
		t.Errorf("%s\n%s", layers.Remedy, app.Remedy)
	}
}

// The manifest of a split has little data, so few rules apply to a split.
func TestSplit(t *testing.T) {
	p := makeParts(t)
	split := packed{"AndroidManifest.xml", compiled(t, `split="config.arm64_v8a" android:versionCode="1"><application android:hasCode="false" android:extractNativeLibs="false"/>`), 0}
	if found := checkFile(t, pack(t, "a.apk", false, split, at("arm64-v8a", "liba.so", p.app["arm64-v8a"], 16384)), Options{}); len(found) > 0 {
		t.Error(found)
	}
	one(t, checkFile(t, pack(t, "a.apk", false, split, at("arm64-v8a", "liba.so", p.misspelt["arm64-v8a"], 16384)), Options{}), "entry-misspelt", "", "")
}

// Android's own resources are an APK with activities, but without code, libraries and, in Debian, a
// signature.
func TestRealAPK(t *testing.T) {
	found := checkFile(t, frameworks, Options{})
	if got := ids(found); !slices.Contains(got, "manifest-debuggable") || slices.Contains(got, "damaged") || slices.Contains(got, "no-layer") {
		t.Error(found)
	}
}

// counting counts the bytes read through it.
type counting struct {
	r io.ReaderAt
	n atomic.Int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	c.n.Add(int64(len(p)))
	return c.r.ReadAt(p, off)
}

// big returns an APK of about 20 MB with an 8 MiB library, compressed or not. Random data keeps it large.
func big(t testing.TB, align int) []byte {
	t.Helper()
	noise := make([]byte, 8<<20)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range noise {
		noise[i] = byte(random.Uint32() >> 24)
	}
	app := build(t, compilers["arm64-v8a"], filepath.Join(t.TempDir(), "libapp.so"), "int JNI_OnLoad(void); int JNI_OnLoad(void) { return 6; }\n")
	lib, err := os.ReadFile(app)
	if err != nil {
		t.Fatal(err)
	}
	path := pack(t, "big.apk", false, packed{"AndroidManifest.xml", manifest(t, "", `android:debuggable="true"`, ""), 0}, packed{"classes.dex", noise, 4},
		packed{"assets/pictures", noise[:4<<20], 4}, at("arm64-v8a", "libapp.so", append(lib, noise...), align))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Only the needed parts of a large APK are read: neither its classes nor the parts of libraries outside their
// tables.
func TestReadsLittle(t *testing.T) {
	for _, align := range []int{0, 16384} {
		data := big(t, align)
		c := &counting{r: bytes.NewReader(data)}
		l := &checker{ctx: t.Context()}
		if err := l.archive("big.apk", c, int64(len(data))); err != nil || len(l.Checked) != 2 {
			t.Fatal(err, l.Checked)
		}
		if n := c.n.Load(); n > 1<<20 {
			t.Errorf("%d of %d bytes were read", n, len(data))
		}
	}
}

func BenchmarkAPK(b *testing.B) {
	data := big(b, 0)
	for b.Loop() {
		l := &checker{ctx: b.Context()}
		if err := l.archive("big.apk", bytes.NewReader(data), int64(len(data))); err != nil {
			b.Fatal(err)
		}
	}
}
