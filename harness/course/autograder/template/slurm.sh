#!/bin/sh
# Grades a course in {{.Shards}} shards, as an array job of Slurm: sbatch this file in the
# folder of the course file, which all nodes must see. A task that is requeued
# goes on where it was. When the array is complete:
#   touchstone grade merge {{.File}} work/shards/*.jsonl
{{- if .Pinned}}
# The course was written for this version, and no other one grades it. On a node
# that lacks it: go install {{.Module}}/cmd/touchstone@{{.Pinned}}
{{- end}}
#SBATCH --job-name=touchstone-grade
#SBATCH --array=1-{{.Shards}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.CPUs}}
{{- if .Memory}}
#SBATCH --mem={{.Megabytes}}M
{{- end}}
exec {{.Program}} grade {{.File}} --shard auto/{{.Shards}} --jobs {{.CPUs}} --quiet
