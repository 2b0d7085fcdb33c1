// Package crash reads Android crashes from tombstones and logs, and finds the source position of each frame.
// It treats input as untrusted: it limits the size of what it keeps.
package crash
