package apk

import (
	"fmt"
	"strings"
)

// layersType is the Gradle build type for a release build with layers.
const layersType = "layers"

// Gradle returns the part of build.gradle.kts with which an app's own build adds layers as Add does: to debug
// builds or, with the meta-data, to builds of a separate type. Release builds therefore never contain layers.
func Gradle(layers []Layer, inject bool) string {
	builds, body := "debug", `        getByName("debug") {
            isDebuggable = true
        }`
	if inject {
		builds, body = layersType, `        create("`+layersType+`") {
            initWith(getByName("release"))
            signingConfig = signingConfigs.getByName("debug")
            matchingFallbacks += "release"
        }`
	}
	var s strings.Builder
	s.WriteString("// Add this block to build.gradle.kts of the app's module, and copy the layers into the module:\n")
	for _, l := range layers {
		fmt.Fprintf(&s, "//   %s to src/%s/jniLibs/%s/%s\n", strings.ReplaceAll(l.Path, "\n", " "), builds, l.Object.ABI, l.Name)
	}
	if inject {
		fmt.Fprintf(&s, "// Then run in the module's directory: gleslayergen inject-manifest --build-type %s\n", builds)
	}
	fmt.Fprintf(&s, `android {
    buildTypes {
%s
    }
    sourceSets {
        getByName("%s") {
            jniLibs.srcDir("src/%[2]s/jniLibs")
        }
    }
    packaging {
        jniLibs {
            useLegacyPackaging = true // Android's loader finds layers only in directories, never inside an APK
        }
    }
}
`, body, builds)
	return s.String()
}
