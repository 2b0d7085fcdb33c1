// Package live tests the recorder in running programs, on a driver that draws nothing and on Mesa. The package has only tests.
package live
