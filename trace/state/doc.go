// Package state knows the state of OpenGL ES after each call of a recording: of the call's context, its share group and its
// thread. Tables in data/ say what the state consists of and which function changes which part of it.
//
// State is a tree of nodes that are shared between moments: to keep a moment is to keep its root, and what did not change
// between two moments is the same node in both.
package state
