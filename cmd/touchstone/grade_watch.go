package main

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/course/grade"
	"github.com/touchstone-harness/touchstone/harness/course/watch"
	"github.com/touchstone-harness/touchstone/tests/suites"
)

// A gradeGallery is from where people look at grading.
type gradeGallery struct {
	grading *watch.Grading
	server  *watch.Server
}

// openGrading lets people look at what an engine grades, which is prepared, if
// the flags say so; else it is nil.
func (f *galleryFlags) openGrading(c *cobra.Command, e *grade.Engine) (*gradeGallery, error) {
	if f.address == "" {
		return nil, nil
	}
	g := watch.NewGrading(e)
	s, err := watch.Listen(f.address, g.Page())
	if err != nil {
		return nil, err
	}
	tellURL(c, s)
	s.Wait(c.Context(), f.wait)
	return &gradeGallery{g, s}, nil
}

// close ends the looking; why is why grading ended early, nil if it did not.
func (g *gradeGallery) close(why error) {
	if g != nil {
		g.grading.Close(why)
		g.server.Close()
	}
}

// completeCourse offers names of the course whose file is the first argument.
func completeCourse(names func(e *grade.Engine) []string) completion {
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		return offer(func(args []string) []string {
			if len(args) == 0 {
				return nil
			}
			// Of a course with mistakes there is nothing to offer.
			if (&output{quiet: true}).bring(c, inCourse(args[0])) != nil {
				return nil
			}
			read, err := course.Read(args[0], lookupTask)
			if err != nil {
				return nil
			}
			e := &grade.Engine{Course: read, Embedded: suites.FS, Lookup: lookupTask}
			if e.Prepare(c.Context()) != nil {
				return nil
			}
			return names(e)
		})(c, args, typed)
	}
}

func teamNames(e *grade.Engine) []string {
	var list []string
	for _, s := range e.All() {
		list = append(list, s.Team)
	}
	return list
}

func taskNames(e *grade.Engine) []string {
	var list []string
	for i := range e.Course.Tasks {
		t := &e.Course.Tasks[i]
		list = append(list, t.Name+"\t"+t.Full())
	}
	return list
}
