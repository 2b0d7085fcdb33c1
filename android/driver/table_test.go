//go:build linux

package driver

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gleslayergen/gleslayergen/registry"
	"github.com/gleslayergen/gleslayergen/rules"
)

func isCommand(name string) bool { _, ok := registry.Builtin().Command(name); return ok }

// layer builds testdata/layer.c with a compiler, and strips it.
func layer(t testing.TB, compiler string, flags ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "liblayer.so")
	line := append([]string{compiler, "-O1", "-shared", "-fPIC", "-nostdlib", "-Wall", "-Wextra", "-Werror", "-s", "-o", path, "testdata/layer.c"}, flags...)
	command(t, line...)
	return path
}

// The names are read for each architecture, with each relocation format of the linker.
func TestIntercepted(t *testing.T) {
	for _, line := range [][]string{
		{"gcc"}, {"i686-linux-gnu-gcc"}, {"aarch64-linux-gnu-gcc"}, {"arm-linux-gnueabihf-gcc"},
		{"clang", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"},
		{"clang", "--target=aarch64-linux-gnu", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"},
		{"clang", "--target=arm-linux-gnueabihf", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"},
	} {
		got, err := Intercepted(layer(t, line[0], line[1:]...), isCommand)
		if err != nil || strings.Join(got, " ") != "eglSwapBuffers glTexBufferEXT" {
			t.Errorf("%v: %v, %v", line, got, err)
		}
	}
}

func TestNotIntercepted(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no layer"), 0o600); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(layer(t, "gcc"))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.so")
	if err := os.WriteFile(cut, content[:len(content)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		text: "not a shared object", "/dev/zero": "not a regular file", cut: "not a shared object", filepath.Join(dir, "none"): "no such file",
		shared(t, "android", "libnativewindow.so", "testdata/window.c") + "/libnativewindow.so": "the file does not contain the table of functions",
	} {
		if _, err := Intercepted(path, isCommand); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", path, err, want)
		}
	}
}

// TestManySegments checks segments that each cover the whole file: it is read into memory only once.
func TestManySegments(t *testing.T) {
	const programs, size = 1000, 4 << 20
	le, content := binary.LittleEndian, make([]byte, size)
	copy(content, elf.ELFMAG+"\x02\x01\x01")
	le.PutUint16(content[16:], uint16(elf.ET_DYN))
	le.PutUint16(content[18:], uint16(elf.EM_X86_64))
	le.PutUint32(content[20:], 1)
	le.PutUint64(content[32:], 64)
	for at, v := range map[int]uint16{52: 64, 54: 56, 56: programs} {
		le.PutUint16(content[at:], v)
	}
	for i := range programs {
		at := content[64+56*i:]
		le.PutUint32(at, uint32(elf.PT_LOAD))
		le.PutUint64(at[32:], size)
		le.PutUint64(at[40:], size)
	}
	path := filepath.Join(t.TempDir(), "l.so")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Intercepted(path, isCommand)
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "the file does not contain the table of functions") {
		t.Error(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 4*size {
		t.Errorf("%d bytes for a file of %d", took, size)
	}
}

// FuzzIntercepted reads damaged layers: none causes a panic.
func FuzzIntercepted(f *testing.F) {
	f.Add([]byte("\x7fELF"), uint16(0), byte(0))
	for _, line := range [][]string{{"gcc"}, {"clang", "-fuse-ld=lld", "-Wl,--pack-dyn-relocs=relr"}} {
		content, err := os.ReadFile(layer(f, line[0], line[1:]...))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content, uint16(0), content[0])
	}
	f.Fuzz(func(t *testing.T, content []byte, at uint16, value byte) {
		if int(at) < len(content) {
			content = slices.Clone(content)
			content[at] = value
		}
		path := filepath.Join(t.TempDir(), "l.so")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = Intercepted(path, isCommand)
	})
}

// A change of any byte of a real layer's headers and tables causes no panic.
func TestDamagedLayers(t *testing.T) {
	content, err := os.ReadFile(layer(t, "gcc"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "l.so")
	for at := 0; at < len(content); at += 1 + at/64 {
		for _, value := range []byte{0, 0x7f, 0xff} {
			damaged := slices.Clone(content)
			damaged[at] = value
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			_, _ = Intercepted(path, isCommand)
		}
	}
}

func TestCover(t *testing.T) {
	eleven, _ := rules.FindRelease("11")
	r := cover(registry.Builtin(), []string{"EGL_KHR_fence_sync", "GL_EXT_texture_buffer", "GL_EXT_unheard_of", "GL_OES_EGL_image_external", "GL_OVR_multiview"},
		[]string{"glTexBufferEXT"}, eleven)
	got := fmt.Sprint(r.Intercepted, r.Unlisted)
	for _, u := range r.Extensions {
		got += fmt.Sprintf(" %s %d %v", u.Extension, u.Commands, u.Missed)
	}
	want := "1 [GL_EXT_unheard_of] EGL_KHR_fence_sync 4 [eglClientWaitSyncKHR eglCreateSyncKHR eglDestroySyncKHR eglGetSyncAttribKHR]" +
		" GL_EXT_texture_buffer 2 [glTexBufferRangeEXT] GL_OES_EGL_image_external 1 [glEGLImageTargetTexture2DOES]" +
		" GL_OVR_multiview 2 [glFramebufferTextureMultiviewOVR glNamedFramebufferTextureMultiviewOVR]"
	if got != want {
		t.Errorf("%s, not %s", got, want)
	}
	late := cover(registry.Builtin(), []string{"GL_EXT_fragment_shading_rate"}, nil, nil)
	if len(late.Extensions) != 1 || len(late.Extensions[0].Late) == 0 {
		t.Errorf("no command of it is unknown: %+v", late)
	}
}
