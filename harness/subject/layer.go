package subject

// A Layer lets a program write in a folder as if it were its own: what it writes
// goes to another folder, and the folder itself stays as it is. Only file
// systems that can be laid above each other give that.
type Layer struct {
	Path string // of the folder
	// Upper gets what the program writes, and Work is for the file system itself.
	// Both are empty folders on one file system, and outside of each other.
	Upper, Work string
}
