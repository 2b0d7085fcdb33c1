// Package timing measures the draws of a recording by replay: their time on the GPU and in the driver, in several rounds.
package timing
