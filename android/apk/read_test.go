package apk

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/internal/testutil"
)

// framework is the APK with Android's attributes by name.
const framework = "/usr/share/android-framework-res/framework-res.apk"

// run runs a tool and returns its output.
func run(t testing.TB, tool string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(tool)
	if err != nil {
		t.Fatalf("%v: run make deps", err)
	}
	out, err := exec.Command(path, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", tool, args, err, out)
	}
	return string(out)
}

// manifest returns a manifest as text; the application has these attributes and children.
func manifest(minSDK, attrs, children string) string {
	return `<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example.game" android:versionCode="7">
<uses-sdk android:minSdkVersion="` + minSDK + `" android:targetSdkVersion="34"/>
<application ` + attrs + `>` + children + `</application></manifest>`
}

// compile builds an APK from a manifest with aapt2.
func compile(t testing.TB, text string) string {
	t.Helper()
	dir := t.TempDir()
	testutil.WriteFiles(t, dir, map[string]string{"AndroidManifest.xml": text})
	out := filepath.Join(dir, "app.apk")
	run(t, "aapt2", "link", "-o", out, "--manifest", filepath.Join(dir, "AndroidManifest.xml"), "-I", framework)
	return out
}

// content is a file of an archive. The data of stored files is aligned.
type content struct {
	name, data string
	stored     bool
}

// archive returns a zip archive with the entries of an APK and more entries after them.
func archive(t testing.TB, apk string, more ...content) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	if apk != "" {
		old, err := zip.OpenReader(apk)
		if err != nil {
			t.Fatal(err)
		}
		defer old.Close()
		for _, f := range old.File {
			if err := w.Copy(f); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, c := range more {
		method := zip.Deflate
		if c.stored {
			method = zip.Store
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: c.name, Method: method})
		if err == nil {
			_, err = io.WriteString(to, c.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func read(data []byte) (*File, error) { return Read(bytes.NewReader(data), int64(len(data))) }

func TestRead(t *testing.T) {
	data := archive(t, compile(t, manifest("29", `android:debuggable="true"`, "")),
		content{"lib/arm64-v8a/liba.so", "first", true}, content{"lib/x86/libb.so", "second", false},
		content{"lib/x86/gdbserver", "", false}, content{"lib/x86/deep/libc.so", "", false}, content{"assets/lib/x86/libd.so", "", false})
	f, err := read(data)
	if err != nil {
		t.Fatal(err)
	}
	if m := f.Manifest; m.Package != "com.example.game" || !m.Debuggable || f.V1 || f.V2 || f.V3 {
		t.Errorf("%+v %+v", f, m)
	}
	var abis []string
	for _, e := range f.Entries {
		abis = append(abis, e.ABI())
	}
	if want := []string{"", "", "arm64-v8a", "x86", "", "", ""}; !slices.Equal(abis, want) {
		t.Errorf("%q", abis)
	}
	e, ok := f.Find("lib/arm64-v8a/liba.so")
	if !ok || !e.Stored || string(data[e.Offset:e.Offset+int64(e.Size)]) != "first" {
		t.Errorf("%+v", e)
	}
	if got, err := f.ReadAll("lib/x86/libb.so", 6); err != nil || string(got) != "second" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := f.ReadAll("lib/x86/libb.so", 5); err == nil || !strings.Contains(err.Error(), "lib/x86/libb.so has 6 bytes; the maximum is 5") {
		t.Error(err)
	}
	if _, err := f.ReadAll("lib", 5); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	bad := bytes.Clone(data)
	bad[e.Offset] ^= 1
	if f, err = read(bad); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadAll(e.Name, 100); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Error(err)
	}
}

// Android's framework APK has thousands of entries.
func TestReadFramework(t *testing.T) {
	f, c, err := Open(framework)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if f.Manifest.Package != "android" || len(f.Entries) < 1000 {
		t.Errorf("%+v, %d entries", f.Manifest, len(f.Entries))
	}
}

func TestReadBad(t *testing.T) {
	app := compile(t, manifest("29", "", ""))
	good := archive(t, app, content{"assets/a", "data", true}, content{"assets/b", "data", true})
	end := len(good) - endSize
	change := func(at int, bytes ...byte) []byte {
		bad := slices.Clone(good)
		copy(bad[at:], bytes)
		return bad
	}
	again := bytes.LastIndex(good, []byte("assets/b"))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"nothing":        {nil, "not a zip archive"},
		"text":           {[]byte("hello"), "not a zip archive"},
		"cut":            {good[:len(good)-1], "not a zip archive"},
		"zip64":          {change(end+8, 0xff, 0xff, 0xff, 0xff), "zip64"},
		"zip64's record": {slices.Concat(good[:end], []byte("PK\x06\x07"), make([]byte, locatorSize-4), good[end:]), "zip64"},
		"outside":        {change(end+16, 0xf0, 0xff, 0xff, 0x7f), "the central directory extends beyond"},
		"twice":          {change(again, []byte("assets/a")...), "two entries have the name assets/a"},
		"one place":      {change(again-4, good[bytes.LastIndex(good, []byte("assets/a"))-4:][:4]...), "the data of assets/a and the data of assets/b overlap"},
		"no manifest":    {archive(t, "", content{"classes.dex", "", false}), "the file has no AndroidManifest.xml"},
		"bundle":         {archive(t, "", content{"base/manifest/AndroidManifest.xml", "", false}), "the file is an app bundle (.aab)"},
		"set of APKs":    {archive(t, "", content{"toc.pb", "", false}, content{"splits/base-master.apk", "", false}), "the file is an archive of APKs"},
		"manifest, text": {archive(t, "", content{"AndroidManifest.xml", "<manifest/>", false}), "AndroidManifest.xml: damaged binary XML at byte 0: the file is XML text"},
		"block":          {withBlock(t, good, 7, 24), "the size of the APK Signing Block, 7 bytes, is out of range"},
		"block's begin":  {withBlock(t, good, 40, 24), "the two size fields of the APK Signing Block differ"},
		"block's part":   {withBlock(t, good, 24+12, 24+12), "the size of a part of the APK Signing Block, 0 bytes, is out of range"},
	} {
		_, err := read(c.data)
		if !errors.As(err, new(*Damaged)) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// withBlock inserts a signing block before the directory. Its size fields have these two values, and its
// content is zeros.
func withBlock(t *testing.T, apk []byte, foot, head uint64) []byte {
	t.Helper()
	end := slices.Clone(apk[len(apk)-endSize:])
	at := int(le.Uint32(end[16:]))
	block := le.AppendUint64(nil, head)
	block = append(block, make([]byte, head-uint64(blockFoot))...)
	block = append(le.AppendUint64(block, foot), blockMagic...)
	le.PutUint32(end[16:], uint32(at+len(block)))
	return slices.Concat(apk[:at], block, apk[at:len(apk)-endSize], end)
}

// All entries of an accepted APK are within the file and do not overlap. Reading one returns exactly its
// declared size.
func FuzzRead(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		apk, err := read(data)
		if err != nil {
			if !errors.As(err, new(*Damaged)) {
				t.Fatal(err)
			}
			return
		}
		total := uint64(0)
		for _, e := range apk.Entries {
			total += e.Compressed
			if got, err := apk.ReadAll(e.Name, 1<<20); err == nil && uint64(len(got)) != e.Size {
				t.Fatalf("%s: %d bytes, not %d", e.Name, len(got), e.Size)
			}
		}
		if total > uint64(len(data)) {
			t.Fatalf("%d bytes in %d", total, len(data))
		}
	})
}

// The corpus has an APK that apksigner signed.
func TestReadSigned(t *testing.T) {
	for name, want := range map[string]bool{"unsigned": false, "signed": true} {
		text, err := os.ReadFile(filepath.Join("testdata", "fuzz", "FuzzRead", name))
		if err != nil {
			t.Fatal(err)
		}
		_, line, _ := strings.Cut(string(text), "[]byte(")
		data, err := strconv.Unquote(strings.TrimSuffix(line, ")\n"))
		if err != nil {
			t.Fatal(err)
		}
		f, err := read([]byte(data))
		if err != nil || f.V1 != want || f.V2 != want || f.V3 != want {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}
