// Package state computes the OpenGL ES state after each call of a recording: the state of the call's context,
// its share group and its thread. The tables in data/ define the parts of the state and which functions
// change them.
//
// State is a tree of immutable nodes that snapshots share: a snapshot is a root node, and parts that did not
// change between two snapshots are the same node in both.
package state
