package apitrace

import (
	"strings"

	"github.com/gleslayergen/gleslayergen/trace/apitrace/events"
)

// importRule is what a function needs in addition to the conversion of the call.
type importRule struct {
	before       func(*importer, *importThread, *events.Call) bool // returns false if the call becomes another one
	after        func(*importer, *importThread, *events.Call)
	makesCurrent bool // the call can make a context current
}

// importRules has the rules by the names of functions.
var importRules map[string]importRule

// The table is not an initializer, because rules refer to functions that read it.
func init() {
	importRules = map[string]importRule{
		"eglBindAPI":                        {after: (*importer).bindAPI},
		"eglChooseConfig":                   {after: (*importer).chooseConfig},
		"eglGetConfigAttrib":                {after: (*importer).queryConfig},
		"eglCreateContext":                  {after: (*importer).createContext},
		"eglMakeCurrent":                    {after: (*importer).makeCurrent, makesCurrent: true},
		"eglReleaseThread":                  {after: (*importer).releaseThread},
		"eglCreateWindowSurface":            {after: createsSurface(windowSurface)},
		"eglCreatePlatformWindowSurface":    {after: createsSurface(windowSurface)},
		"eglCreatePlatformWindowSurfaceEXT": {after: createsSurface(windowSurface)},
		"eglCreatePixmapSurface":            {after: createsSurface(pixmapSurface)},
		"eglCreatePbufferSurface":           {after: (*importer).createdOther},
		"eglCreatePbufferFromClientBuffer":  {after: (*importer).createdOther},
		"eglDestroySurface":                 {after: (*importer).destroyedSurface},
		"eglTerminate":                      {after: (*importer).terminated},
		"glViewport":                        {before: (*importer).viewport},
		"glScissor":                         {before: (*importer).scissor},

		"glBindBuffer":            {before: (*importer).bindBuffer, after: (*importer).boundBuffer},
		"glBindBufferBase":        {after: (*importer).boundIndexed},
		"glBindBufferRange":       {after: (*importer).boundIndexed},
		"glDeleteBuffers":         {after: (*importer).deletedBuffers},
		"glBindVertexArray":       {after: (*importer).boundArray},
		"glBindVertexArrayOES":    {after: (*importer).boundArray},
		"glDeleteVertexArrays":    {after: (*importer).deletedArrays},
		"glDeleteVertexArraysOES": {after: (*importer).deletedArrays},
		"glMapBufferRange":        {after: (*importer).mappedRange},
		"glMapBufferRangeEXT":     {after: (*importer).mappedRange},
		"glMapBufferOES":          {after: (*importer).mappedAll},
		"glUnmapBuffer":           {after: (*importer).unmapped},
		"glUnmapBufferOES":        {after: (*importer).unmapped},
		"glBindFramebuffer":       {after: (*importer).boundFramebuffer},
		"glPixelStorei":           {before: (*importer).storesPixels, after: (*importer).storedPixels},

		"glVertexAttribPointer":      {before: (*importer).definesArray, after: (*importer).definedArray},
		"glVertexAttribIPointer":     {before: (*importer).definesArray, after: (*importer).definedArray},
		"glVertexAttribBinding":      {after: (*importer).definedArray},
		"glVertexAttribDivisor":      {after: (*importer).setDivisor},
		"glVertexAttribDivisorEXT":   {after: (*importer).setDivisor},
		"glVertexAttribDivisorANGLE": {after: (*importer).setDivisor},
		"glVertexAttribDivisorNV":    {after: (*importer).setDivisor},
		"glBindAttribLocation":       {before: (*importer).bindsAttribute},
		"glLinkProgram":              {after: (*importer).linkedProgram},

		"memcpy": {before: (*importer).copied}, // functions of apitrace
		"malloc": {before: (*importer).ignored}, "free": {before: (*importer).ignored}, "realloc": {before: (*importer).ignored},
	}
}

// importRuleOf returns the rule of a function.
func importRuleOf(name string, draws bool) (importRule, bool) {
	if draws {
		return importRule{before: (*importer).draws}, true
	}
	r, ok := importRules[name]
	return r, ok
}

func (x *importer) ignored(*importThread, *events.Call) bool { return false }

// isOf reports whether a function is of EGL or OpenGL ES.
func isOf(name string) bool { return strings.HasPrefix(name, "gl") || strings.HasPrefix(name, "egl") }
