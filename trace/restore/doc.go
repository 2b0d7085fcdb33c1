// Package restore makes the calls that set the state from before a recording. A recorder that begins while a program runs queries
// the state of each context, in calls for which [file.Call.Attach] is true. A [Restorer] turns each query into the calls that create
// the object or set the value.
package restore
