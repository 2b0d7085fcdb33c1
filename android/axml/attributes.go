package axml

// Attribute is an attribute of Android's: what it is called, and the resource it is. Android looks for the resource; the name is
// for people.
type Attribute struct {
	Name string
	ID   uint32
}

// The attributes that this tool reads or sets.
var (
	attrName              = Attribute{"name", 0x01010003}
	attrHasCode           = Attribute{"hasCode", 0x0101000c}
	attrDebuggable        = Attribute{"debuggable", 0x0101000f}
	attrValue             = Attribute{"value", 0x01010024}
	attrResource          = Attribute{"resource", 0x01010025}
	attrMinSDK            = Attribute{"minSdkVersion", 0x0101020c}
	attrVersionCode       = Attribute{"versionCode", 0x0101021b}
	attrVersionName       = Attribute{"versionName", 0x0101021c}
	attrTargetSDK         = Attribute{"targetSdkVersion", 0x01010270}
	attrTestOnly          = Attribute{"testOnly", 0x01010272}
	attrMultiArch         = Attribute{"multiArch", 0x0101048e}
	attrExtractNativeLibs = Attribute{"extractNativeLibs", 0x010104ea}
	attrSplitRequired     = Attribute{"isSplitRequired", 0x01010591}
	attrShell             = Attribute{"shell", 0x01010594}
	attrUseEmbeddedDex    = Attribute{"useEmbeddedDex", 0x0101059e}
)

// Namespace is where Android's attributes are at home.
const Namespace = "http://schemas.android.com/apk/res/android"

// InjectLayers is the meta-data by which an app that is not debuggable lets layers in (rule 7.3).
const InjectLayers = "com.android.graphics.injectLayers.enable"

// splitsRequired is the meta-data of an app that runs only with its splits.
const splitsRequired = "com.android.vending.splits.required"
