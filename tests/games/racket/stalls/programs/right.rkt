#lang racket/base
;; A right program for all tasks: racket right.rkt TASK, the values on standard input.
(require json racket/list)
(provide run both-ways)

;; Whether rates work from right to left, too.
(define both-ways (make-parameter #t))

;; The coins that are left without some of them, or #f if some are missing.
(define (without coins some)
  (for/fold ([left coins]) ([c some])
    (and left (member c left) (remove c left))))

(define (over? s) (or (>= (apply max (hash-ref s 'scores)) 15) (null? (hash-ref s 'stall))))
(define (mine s) (list-ref (hash-ref s 'purses) (hash-ref s 'turn)))

;; A state with another purse of the player on turn, and another bank.
(define (paid s purse bank)
  (hash-set (hash-set s 'purses (list-set (hash-ref s 'purses) (hash-ref s 'turn) purse)) 'bank bank))

;; Each answers a new state, or a code.
(define (coin s)
  (define bank (hash-ref s 'bank))
  (cond
    [(null? bank) "bank_empty"]
    [(= (length (mine s)) 8) "purse_full"]
    [else
     (define c (for/first ([c '("red" "blue" "green")] #:when (member c bank)) c))
     (paid s (cons c (mine s)) (remove c bank))]))

(define (exchange s want)
  (define rates (hash-ref s 'rates))
  (cond
    [(>= (hash-ref want 'rate) (length rates)) "no_such_rate"]
    [else
     (define rate (list-ref rates (hash-ref want 'rate)))
     (define-values (given got)
       (if (and (hash-ref want 'flipped) (both-ways)) (values (second rate) (first rate)) (values (first rate) (second rate))))
     (define purse (without (mine s) given))
     (define bank (without (hash-ref s 'bank) got))
     (cond
       [(not purse) "purse_lacks"]
       [(not bank) "bank_lacks"]
       [(> (+ (length purse) (length got)) 8) "purse_full"]
       [else (paid s (append purse got) (append bank given))])]))

(define (buy s number)
  (define stall (hash-ref s 'stall))
  (cond
    [(>= number (length stall)) "no_such_good"]
    [else
     (define good (list-ref stall number))
     (define purse (without (mine s) (hash-ref good 'price)))
     (cond
       [(not purse) "too_dear"]
       [else
        (define pile (hash-ref s 'pile))
        (define new (if (null? pile) '() (list (first pile))))
        (define points (+ (hash-ref good 'points) (if (null? purse) 2 0)))
        (let* ([s (paid s purse (append (hash-ref s 'bank) (hash-ref good 'price)))]
               [s (hash-set s 'scores (list-update (hash-ref s 'scores) (hash-ref s 'turn) (lambda (p) (+ p points))))]
               [s (hash-set s 'stall (append (take stall number) (drop stall (add1 number)) new))])
          (hash-set s 'pile (drop pile (length new))))])]))

(define (move s request)
  (define want (hash-ref request 'want))
  (define done
    (cond
      [(over? s) "game_over"]
      [(not (= (hash-ref request 'player) (hash-ref s 'turn))) "not_your_turn"]
      [(equal? want "coin") (coin s)]
      [(hash-has-key? want 'good) (buy s (hash-ref want 'good))]
      [else (exchange s want)]))
  (if (string? done)
      (hasheq 'legal #f 'code done)
      (hasheq 'legal #t 'state (hash-set done 'turn (modulo (add1 (hash-ref s 'turn)) (length (hash-ref s 'purses)))))))

(define (exchanges s)
  (for*/list ([rate (if (over? s) 0 (length (hash-ref s 'rates)))]
              [flipped '(#f #t)]
              [want (in-value (hasheq 'rate rate 'flipped flipped))]
              #:unless (string? (exchange s want)))
    want))

(define (view s player)
  (define-values (before from) (split-at (hash-ref s 'purses) player))
  (for/fold ([v s])
            ([key '(pile purses purse others)]
             [new (list (length (hash-ref s 'pile)) #f (first from) (map length (append (rest from) before)))])
    (if new (hash-set v key new) (hash-remove v key))))

(define (result s)
  (define ranks (for/list ([points (hash-ref s 'scores)] [purse (hash-ref s 'purses)]) (+ (* 100 points) (length purse))))
  (define best (apply max ranks))
  (hasheq 'over (over? s)
          'winners (if (over? s) (for/list ([r ranks] [i (in-naturals)] #:when (= r best)) i) '())))

(define tasks (hash "move" move "exchanges" exchanges "view" view "result" result))

(define (run)
  (define values (let loop () (define v (read-json)) (if (eof-object? v) '() (cons v (loop)))))
  (write-json (apply (hash-ref tasks (vector-ref (current-command-line-arguments) 0)) values)))

(module+ main (run))
