#lang racket/base
;; A wrong program: it bends hooks counter-clockwise.
(require "right.rkt")

(module+ main (parameterize ([quarter +i]) (run)))
