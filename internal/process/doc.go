// Package process runs programs together with the programs that they start.
package process
