// Package record computes how a recorder records calls: the layout of each record, the C statements that copy
// arguments and the data behind pointers, and the tables that the recorder looks up.
//
// The sources are the registry's lengths and the tables in data. New computes everything for the commands of a
// layer; the templates of the C core print the result.
package record
