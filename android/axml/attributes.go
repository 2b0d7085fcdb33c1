package axml

// resource is an Android attribute: its name and resource ID. Android identifies the attribute by the ID; the
// name is only informative.
type resource struct {
	name string
	id   uint32
}

// The attributes that this tool reads or sets.
var (
	attrName              = resource{"name", 0x01010003}
	attrHasCode           = resource{"hasCode", 0x0101000c}
	attrDebuggable        = resource{"debuggable", 0x0101000f}
	attrValue             = resource{"value", 0x01010024}
	attrResource          = resource{"resource", 0x01010025}
	attrMinSDK            = resource{"minSdkVersion", 0x0101020c}
	attrVersionCode       = resource{"versionCode", 0x0101021b}
	attrVersionName       = resource{"versionName", 0x0101021c}
	attrTargetSDK         = resource{"targetSdkVersion", 0x01010270}
	attrTestOnly          = resource{"testOnly", 0x01010272}
	attrMultiArch         = resource{"multiArch", 0x0101048e}
	attrExtractNativeLibs = resource{"extractNativeLibs", 0x010104ea}
	attrSplitRequired     = resource{"isSplitRequired", 0x01010591}
	attrIsGame            = resource{"isGame", 0x010103f4}
	attrAppCategory       = resource{"appCategory", 0x01010545}
	attrShell             = resource{"shell", 0x01010594}
	attrUseEmbeddedDex    = resource{"useEmbeddedDex", 0x0101059e}
)

// Namespace is the XML namespace of Android's attributes.
const Namespace = "http://schemas.android.com/apk/res/android"

// InjectLayers is the name of the meta-data with which an app that is not debuggable allows layers (rule
// 7.3).
const InjectLayers = "com.android.graphics.injectLayers.enable"

// Names of the meta-data with which an app allows prerelease drivers, and asks for ANGLE (rule 5.4).
const (
	developerDriver = "com.android.graphics.developerdriver.enable"
	prefersAngle    = "com.android.graphics.driver.prefer_angle"
)

// splitsRequired is the name of the meta-data of an app that runs only with its splits.
const splitsRequired = "com.android.vending.splits.required"

// nativeLibrary is the name of the meta-data with which a NativeActivity names its library.
const nativeLibrary = "android.app.lib_name"
