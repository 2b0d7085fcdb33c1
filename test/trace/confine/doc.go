// Package confine has tests of what takes rights from the player of replays: templates/replay/play/zz_generated_play_confine.c.
package confine
