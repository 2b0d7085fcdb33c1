package check

import (
	"bytes"
	"testing"
)

// FuzzAPK checks arbitrary bytes as an APK and as an AAR: it never panics, and each finding has its texts.
func FuzzAPK(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, layers := range []*bool{nil, new(true)} {
			for _, name := range []string{"a.apk", "a.aar"} {
				l := &checker{ctx: t.Context(), opt: Options{LayersAPK: layers}}
				if err := l.archive(name, bytes.NewReader(data), int64(len(data))); err != nil {
					t.Fatal(err)
				}
				judge(t, &l.Report)
			}
		}
	})
}

// FuzzLibrary checks arbitrary bytes as a shared object, given by name or in a directory.
func FuzzLibrary(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, only := range []bool{true, false} {
			l := &checker{ctx: t.Context(), layersOnly: only}
			if err := l.shared("dir/liba.so", bytes.NewReader(data), int64(len(data))); err != nil {
				t.Fatal(err)
			}
			l.whole("dir", nil)
			judge(t, &l.Report)
		}
	})
}

func judge(t *testing.T, r *Report) {
	t.Helper()
	for _, f := range r.Findings {
		if ruleOf(f.ID).ID == "" || f.What == "" || len(f.What) > 2000 || f.Why == "" || f.Remedy == "" || f.File == "" {
			t.Errorf("%+v", f)
		}
	}
	ToSARIF(r.Findings, "")
}
