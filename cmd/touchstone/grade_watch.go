package main

import (
	"github.com/spf13/cobra"

	"github.com/touchstone-harness/touchstone/harness/course"
	"github.com/touchstone-harness/touchstone/harness/grade"
	"github.com/touchstone-harness/touchstone/harness/watch"
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
func completeCourse(names func(c *course.Course) []string) completion {
	return offer(func(args []string) []string {
		if len(args) == 0 {
			return nil
		}
		// With a wrong file there is nothing to offer.
		read, err := course.Read(args[0], lookupTask)
		if err != nil {
			return nil
		}
		return names(read)
	})
}

func teamNames(c *course.Course) []string {
	all, _, err := c.Find()
	if err != nil {
		return nil
	}
	var list []string
	for _, s := range all {
		list = append(list, s.Team)
	}
	return list
}

func taskNames(c *course.Course) []string {
	var list []string
	for i := range c.Tasks {
		list = append(list, c.Tasks[i].Name+"\t"+c.Tasks[i].Full())
	}
	return list
}
