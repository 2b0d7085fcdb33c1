// Package minimize finds a small part of a recording for which a test still fails: delta debugging over its frames, objects, functions,
// draws, calls, lines of shaders and sizes of images.
package minimize
