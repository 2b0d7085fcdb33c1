// Package androidroot tests layers against Android's own linker, C library and EGL loader, natively or in an emulator, without a
// device: make test-android-root. The files of Android come from a directory of the user, and are not part of the project.
package androidroot
