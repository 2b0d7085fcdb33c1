// Package adb runs the real adb program, one process for each thing that is asked of it.
//
// It never ends an adb server. adb itself ends one that is of another version than the program, and with it
// every session of others: so a server is asked for its version before adb may meet it.
package adb
