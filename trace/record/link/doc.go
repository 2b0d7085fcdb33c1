// Package link finds the recorders in running programs and connects to them. Neither side trusts the other:
// the identity of a recorder is verified through the kernel, the owner of its directory and a nonce, and
// every read has a deadline or a size limit.
package link
