// Package apk reads APKs, and makes those that bring layers to a device: packages of their own, and copies of apps with layers in
// them. An APK that it reads is taken to be hostile: nothing in it makes it panic, and what it keeps is bounded.
package apk
