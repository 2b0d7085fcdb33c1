package state

import (
	"strings"
	"testing"
	"time"

	"github.com/gleslayergen/gleslayergen/internal/testutil/tracetest"
)

// TestHistory: who made, changed, used and named objects, in parts.
func TestHistory(t *testing.T) {
	f := record(t, func(_ *tracetest.Writer, m *tracetest.Thread) {
		pipeline(m)
		m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3)
		m.Call("glUniform1i", 5, 0)
		m.Call("glDrawArrays", "GL_TRIANGLES", 0, 3) // samples texture 8
		m.Call("glDeleteTextures", 1, ints(9))
		m.Call("glBindFramebuffer", "GL_FRAMEBUFFER", 0).Call("glBindVertexArray", 0).Call("glUseProgram", 0).Call("glBindProgramPipeline", 13).Call("glBindTransformFeedback", "GL_TRANSFORM_FEEDBACK", 14).Call("glBeginTransformFeedback", "GL_POINTS")
		m.Call("glDrawArrays", "GL_POINTS", 0, 3)
	})
	s := New(f)
	if h, err := s.History(t.Context(), Subject{1, "texture", 8, false}, 0, f.Len(), time.Now().Add(time.Minute)); err != nil || len(h.Events) != 3 {
		t.Errorf("%+v, %v", h, err)
	}
	for _, c := range []struct {
		class string
		name  uint64
		want  string
	}{
		{"texture", 9, "made glBindTexture, changed glTexImage2D, used glDrawArrays, deleted glDeleteTextures"},
		{"texture", 8, "made glBindTexture, named glFramebufferTexture2D, used glDrawArrays, used glDrawArrays"},
		{"buffer", 11, "made glBindBuffer, changed glBufferData, used glDrawArrays, used glDrawArrays"},
		{"buffer", 12, "made glBindBuffer, changed glBufferData"},
		{"shader", 2, "made glCreateShader, named glAttachShader, used glDrawArrays, used glDrawArrays"},
		{"framebuffer", 6, "made glBindFramebuffer, changed glFramebufferTexture2D, changed glFramebufferRenderbuffer, used glDrawArrays, used glDrawArrays"},
		{"program pipeline", 13, "made glBindProgramPipeline, used glDrawArrays"},
		{"transform feedback", 14, "made glBindTransformFeedback, changed glBeginTransformFeedback, used glDrawArrays"},
		{"renderbuffer", 7, "made glBindRenderbuffer, changed glRenderbufferStorage, named glFramebufferRenderbuffer, used glDrawArrays, used glDrawArrays"},
		{"vertex array", 4, "made glBindVertexArray, changed glVertexAttribPointer, changed glEnableVertexAttribArray, changed glBindBuffer, used glDrawArrays, used glDrawArrays"},
	} {
		var got []string
		for from := 0; from < f.Len(); {
			h, err := s.History(t.Context(), Subject{1, c.class, c.name, true}, from, from+7, time.Now().Add(time.Minute))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range h.Events {
				got = append(got, e.Kind+" "+e.Function)
			}
			from = h.To
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s %d: %s", c.class, c.name, strings.Join(got, ", "))
		}
	}
}
