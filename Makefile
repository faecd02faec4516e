# What a developer of Touchstone does every day; each target says what it is
# for, and make without a target lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --warn-undefined-variables

.PHONY: help build demo demo-course test quick test-times soak zoo check site docs suites schemas starters content bench bench-fuzz fuzz slurm release install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: ## build .bin/touchstone, a static binary
	CGO_ENABLED=0 go build -o .bin/touchstone ./cmd/touchstone

demo: ## show in a minute what it does: single moves, a right program, a wrong one
	scripts/demo.sh

demo-course: ## grade a course of twelve small submissions with planted faults, in a minute
	scripts/demo-course.sh

test: ## run all tests, and beside them a shorter round under the race detector
	scripts/test.sh

quick: ## run the tests of what has changed since the last commit (SINCE=COMMIT), and of what depends on it
	scripts/quick.sh

test-times: ## print the processor and wall time of each package, and of each test above 0.5 s (PACKAGES=./...)
	scripts/test-times.sh

soak: ## run the long rounds that make test leaves out, in half an hour
	scripts/soak.sh

check: ## look for mistakes: vet, staticcheck, gofumpt, tidiness, embedded suites, other systems
	scripts/check.sh

site: ## write the documentation with the page Try it into .bin/site, for a browser
	scripts/site.sh

docs: ## pack the pages of the documentation for the program, and the files of its site
	go test -count=1 -run '^TestPacked$$' ./harness/docs ./harness/docs/site -update

suites: ## rewrite the embedded suites, with the answers as the rules now have them
	go test -count=1 -run '^TestSuites$$' ./tests/suites -update

schemas: ## rewrite the schemas of the games as their values are described, and pack all for the program
	go test -count=1 -run '^TestSchemas$$' $(patsubst %schemas_test.go,./%,$(wildcard harness/games/*/schemas_test.go)) -update
	go test -count=1 ./schemas -update

starters: ## pack the games that game new begins with, for the program
	go test -count=1 -run '^TestPacked$$' ./tests/games -update

content: ## pack what lies in the box of Ubongo 3D, for the program
	go test -count=1 -run '^TestPacked$$' ./harness/games/ubongo/material -update

bench: ## measure the speed (BENCH=REGEXP, BENCHTIME=1s, COUNT=1; GRADE_TEAMS=1000 grades so many, in minutes; COMPARE=REVISION says what got slower since)
	scripts/bench.sh

bench-fuzz: ## measure how fast touchstone fuzz finds every mutant, and how small (SEEDS=5, ONLY=REGEXP)
	go test -count=1 -v -timeout 2h ./tests/witnesses -run TestMutants -args -update -seeds "$${SEEDS:-5}" -only "$$ONLY"
	go test -count=1 -v ./tests/subjects -run TestPlanted -args -all

fuzz: ## run every fuzz target for FUZZTIME each (default 30s)
	scripts/fuzz.sh

zoo: ## run all hostile and sample programs of tests/subjects, those that make test runs and the rest
	scripts/zoo.sh

slurm: ## grade a course by a Slurm of one node that scripts/slurm.sh fetches and brings up; as root
	go test -count=1 -v -timeout 20m ./tests/slurm -args -slurm "$(CURDIR)/.bin/slurm"

release: ## build archives for all systems into .bin/release (VERSION=v1.2.3, ONLY=linux/amd64)
	scripts/release.sh

install: ## install touchstone where go install puts programs
	go install ./cmd/touchstone

clean: ## remove what was built
	rm -rf .bin
