// Package soak strains the recorder for a long time: a program whose threads and contexts come and go, while hosts record it,
// switch options, stop or are killed. There is no code in it for others.
package soak
