// Package crash reads crashes of Android, as tombstones and the log have them, and says which line of which file each
// frame is. What it reads is anybody's text: it is bounded, and never believed further than that.
package crash
