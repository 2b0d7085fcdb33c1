// Package live tests the recorder in running programs: over a driver that draws nothing, and over Mesa. There is no code in it for
// others.
package live
