package rules

import "testing"

// The texts are from the linkers of Android 11, 14 and 15.
func TestLinkerFaultOf(t *testing.T) {
	for _, c := range []struct{ text, id, why string }{
		{`dlopen failed: "/d/liba.so" is for EM_AARCH64 (183) instead of EM_X86_64 (62)`, "machine", "it is built for EM_AARCH64 (183), but the process needs EM_X86_64 (62)"},
		{`dlopen failed: "/d/liba.so" is 32-bit instead of 64-bit`, "class", "it is a 32-bit library, but the process has 64 bits"},
		{`dlopen failed: "/d/liba.so" is too small to be an ELF executable: only found 11 bytes`, "small", "it is not an ELF file: it has only 11 bytes"},
		{`dlopen failed: "/d/liba.so" has invalid shdr offset/size: 5/6`, "sections", "it is cut off or damaged: its section headers are outside the file"},
		{`dlopen failed: file offset for the library "/d/liba.so" >= file size: 0 >= 0`, "empty", "it is empty"},
		{`dlopen failed: library "libx.so" not found: needed by /d/liba.so in namespace classloader-namespace`, "needed",
			"it needs libx.so, which is not in the namespace classloader-namespace"},
		{`dlopen failed: library "/d/liba.so" not found`, "missing", "the file does not exist, or the app must not read it"},
		{`dlopen failed: cannot locate symbol "f" referenced by "/d/liba.so"...`, "symbol", "no library that it needs defines the symbol f"},
		{`"/d/liba.so" is 32-bit instead of 64-bit`, "", ""},
		{`dlopen failed: something new`, "", ""},
	} {
		if got, ok := LinkerFaultOf(c.text); got.ID != c.id || got.Why != c.why || ok != (c.id != "") {
			t.Errorf("%s: %+v", c.text, got)
		}
	}
}

// Each text is recognized as its own fault.
func TestLinkerText(t *testing.T) {
	values := map[string]string{}
	for _, name := range []string{"path", "machine", "wanted", "bits", "size", "magic", "type", "offset", "library", "namespace", "caller", "symbol", "class", "data", "version", "count"} {
		values[name] = "<" + name + ">"
	}
	for _, p := range linkerPatterns() {
		text := LinkerText(p.id, values)
		if got, ok := LinkerFaultOf(text); !ok || got.ID != p.id || got.Remedy == "" {
			t.Errorf("%s: %s: %+v", p.id, text, got)
		}
	}
}
