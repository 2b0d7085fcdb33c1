//go:build ignore

package gles

// objects are the functions of the C core that describe objects. Package core sets them.
var objects struct {
	level        func(texture GLuint, level GLint) (ImageInfo, bool)
	renderbuffer func(name GLuint) (ImageInfo, bool)
	buffer       func(name GLuint) (StorageInfo, bool)
}

// BindObjects sets the functions that describe objects. Package core calls it before any hook runs.
func BindObjects(level func(texture GLuint, level GLint) (ImageInfo, bool), renderbuffer func(name GLuint) (ImageInfo, bool),
	buffer func(name GLuint) (StorageInfo, bool)) {
	objects.level, objects.renderbuffer, objects.buffer = level, renderbuffer, buffer
}

// ImageInfo describes a level of a texture, or a renderbuffer.
type ImageInfo struct {
	Target        GLenum // of the texture; GL_RENDERBUFFER
	Format        GLenum // the internal format, such as GL_RGBA8
	Width, Height GLsizei
	Depth         GLsizei // the number of layers of an array texture
	Samples       GLsizei
}

// StorageInfo describes a buffer.
type StorageInfo struct {
	Size  int64 // bytes
	Usage GLenum
}

// TextureInfo describes a level, 0 to 15, of a texture of the current context. It does not call OpenGL ES. It returns
// false if the level has no image, or if the layer has not seen the call that specified it.
//
//	if m, ok := gles.TextureInfo(texture, 0); ok {
//		gles.Logf("%d x %d, %s", m.Width, m.Height, gles.InternalFormat.Name(m.Format))
//	}
func TextureInfo(texture GLuint, level GLint) (ImageInfo, bool) {
	return objects.level(texture, level)
}

// RenderbufferInfo describes a renderbuffer of the current context. It returns false if it has no storage.
func RenderbufferInfo(name GLuint) (ImageInfo, bool) { return objects.renderbuffer(name) }

// BufferInfo describes a buffer of the current context. It returns false if it has no storage.
func BufferInfo(name GLuint) (StorageInfo, bool) { return objects.buffer(name) }
