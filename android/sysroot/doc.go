// Package sysroot builds layers in C and C++, and programs in C, for Android with clang and lld, without the NDK. It has
// declarations of the functions of Android's C library that layers use, and writes a sysroot from them: headers, libraries to
// link against that have only the names, and objects with what the NDK adds to a library or a program. The constants and
// structures are those of Android's C library and of the Linux kernel's interface.
//
// For C++, it uses the headers of libc++ that belong to clang, with a configuration for layers, and its own definitions of the
// functions that these headers only declare.
package sysroot
