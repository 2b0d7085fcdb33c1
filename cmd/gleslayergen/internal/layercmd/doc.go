// Package layercmd has the commands that make, check and run layers: new, update, combine, template, build, vet, run,
// check, apk and inject-manifest.
package layercmd
