// Package link finds the recorders in running programs and talks to them. Both sides are careful: a recorder is believed
// only what the kernel, its folder and its random name confirm, and nothing it sends is waited for without end.
package link
