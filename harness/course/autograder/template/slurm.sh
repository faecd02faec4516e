#!/bin/sh
# Grades a course in <shards> shards, as an array job of Slurm: sbatch this file in the
# folder of the course file, which all nodes must see. A task that is requeued
# goes on where it was. When the array is complete:
#   touchstone grade merge <file> work/shards/*.jsonl
<if pinned># The course was written for this version, and no other one grades it. On a node
<if pinned># that lacks it: go install <module>/cmd/touchstone@<pinned>
#SBATCH --job-name=touchstone-grade
#SBATCH --array=1-<shards>
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=<cpus>
<if memory>#SBATCH --mem=<megabytes>M
exec <program> grade <file> --shard auto/<shards> --jobs <cpus> --quiet
