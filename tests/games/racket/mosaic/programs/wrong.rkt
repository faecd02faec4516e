#lang racket/base
;; A wrong program: it takes cards at the corners for neighbours.
(require "right.rkt")

(module+ main
  (parameterize ([steps (append (steps) '((-1 . -1) (-1 . 1) (1 . -1) (1 . 1)))]) (run)))
