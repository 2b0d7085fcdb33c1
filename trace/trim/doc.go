// Package trim makes a recording of some frames or draws of a recording, with the earlier calls that they need.
package trim
