// Package browser opens the pages that touchstone makes in a real browser,
// clicks through them, and looks at what is to be seen and heard there. It is a
// module of its own, so that the program does not get the requirements of a
// browser driver.
package browser
