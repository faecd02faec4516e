#lang racket/base
;; A wrong program: it does not know a rate from right to left.
(require "right.rkt")

(module+ main (parameterize ([both-ways #f]) (run)))
