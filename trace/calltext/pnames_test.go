package calltext

import "testing"

// TestTables parses the tables: each entry must be in the registry.
func TestTables(t *testing.T) {
	if n := len(pnames()); n < 100 {
		t.Errorf("%d names", n)
	}
	if g := eglGroups()["EGLContextAttrib"]; g == nil || g.names[0x3098] != "EGL_CONTEXT_CLIENT_VERSION" {
		t.Errorf("EGLContextAttrib: %v", g)
	}
}
