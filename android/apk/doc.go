// Package apk reads APKs, and creates APKs that bring layers to a device: packages of layers, and copies of
// apps with layers added. It treats input as hostile: no APK makes it panic, and the memory that it keeps is
// bounded.
package apk
