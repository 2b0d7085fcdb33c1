// Package apk reads APKs, and makes those that bring layers to a device: packages of their own, and copies of apps with layers in
// them. An APK that it reads is taken to be hostile: nothing in it makes it panic, and what it keeps is bounded.
package apk

// Damaged is the error for what is no good APK.
type Damaged struct{ Why, Advice string }

func (e *Damaged) Error() string { return "no good APK: " + e.Why }

// Hint says what to do.
func (e *Damaged) Hint() string { return e.Advice }

func damaged(why string) error {
	return &Damaged{Why: why}
}
