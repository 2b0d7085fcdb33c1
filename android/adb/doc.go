// Package adb runs the adb program, one process for each request.
//
// It never ends an adb server. adb itself ends a server of another version than its own, and with it all
// sessions of other users. So the package checks the server's version before it lets adb connect.
package adb
