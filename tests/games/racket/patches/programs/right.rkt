#lang racket/base
;; A right program for all tasks: racket right.rkt TASK, the values on standard input.
(require json racket/list)
(provide run quarter)

;; A cell is a complex number: the row and, as the imaginary part, the column.
(define ways (hash "up" -1 "right" +i "down" 1 "left" -i))

;; From a direction to the next one clockwise.
(define quarter (make-parameter -i))

(define (owner s cell)
  (define r (real-part cell))
  (define c (imag-part cell))
  (cond
    [(not (and (<= 0 r 4) (<= 0 c 4))) 'outside]
    [else (list-ref (list-ref (hash-ref s 'grid) r) c)]))

(define (cells place)
  (define from (+ (hash-ref place 'row) (* +i (hash-ref place 'column))))
  (define way (hash-ref ways (hash-ref place 'direction)))
  (take (list from (+ from way) (+ from (* way (quarter)))) (hash-ref (hash "dot" 1 "bar" 2 "hook" 3) (hash-ref place 'piece))))

(define (mine s) (list-ref (hash-ref s 'stocks) (hash-ref s 'turn)))
(define (over? s) (= (hash-ref s 'passes) (length (hash-ref s 'stocks))))

;; Why a piece may not be laid, or #f.
(define (refusal s place)
  (define me (hash-ref s 'turn))
  (define covered (cells place))
  (define (meets steps) (for*/or ([cell covered] [step steps]) (equal? (owner s (+ cell step)) me)))
  (cond
    [(not (member (hash-ref place 'piece) (mine s))) "not_in_stock"]
    [(for/or ([cell covered]) (equal? (owner s cell) 'outside)) "outside"]
    [(for/or ([cell covered]) (number? (owner s cell))) "occupied"]
    [(not (for/or ([row (hash-ref s 'grid)]) (member me row)))
     (if (for/or ([cell covered]) (member cell '(0 4 0+4i 4+4i))) #f "not_at_start")]
    [(not (meets '(1+i 1-i -1+i -1-i))) "apart"]
    [(meets '(1 -1 +i -i)) "side_by_side"]
    [else #f]))

(define (places s)
  (for*/list ([piece (if (over? s) '() (remove-duplicates (mine s)))]
              [r 5]
              [c 5]
              [direction (if (equal? piece "dot") '("up") (hash-keys ways))]
              [place (in-value (hasheq 'piece piece 'row r 'column c 'direction direction))]
              #:unless (refusal s place))
    place))

(define (laid s place)
  (define me (hash-ref s 'turn))
  (define left (remove (hash-ref place 'piece) (mine s)))
  (define points (+ (length (cells place)) (if (null? left) 3 0)))
  (define grid
    (for/fold ([grid (hash-ref s 'grid)]) ([cell (cells place)])
      (list-update grid (real-part cell) (lambda (row) (list-set row (imag-part cell) me)))))
  (let* ([s (hash-set s 'scores (list-update (hash-ref s 'scores) me (lambda (n) (+ n points))))]
         [s (hash-set s 'stocks (list-set (hash-ref s 'stocks) me left))])
    (hash-set (hash-set s 'grid grid) 'passes 0)))

(define (move s request)
  (define want (hash-ref request 'want))
  (define code
    (cond
      [(over? s) "game_over"]
      [(not (= (hash-ref request 'player) (hash-ref s 'turn))) "not_your_turn"]
      [(hash? want) (refusal s want)]
      [(pair? (places s)) "can_place"]
      [else #f]))
  (define (next new) (hash-set new 'turn (modulo (add1 (hash-ref s 'turn)) (length (hash-ref s 'stocks)))))
  (cond
    [code (hasheq 'legal #f 'code code)]
    [(hash? want) (hasheq 'legal #t 'state (next (laid s want)))]
    [else (hasheq 'legal #t 'state (next (hash-update s 'passes add1)))]))

(define (result s)
  (define most (apply max (hash-ref s 'scores)))
  (hasheq 'over (over? s)
          'winners (if (over? s) (for/list ([p (hash-ref s 'scores)] [i (in-naturals)] #:when (= p most)) i) '())))

(define tasks (hash "move" move "fits" places "result" result))

(define (run)
  (define values (let loop () (define v (read-json)) (if (eof-object? v) '() (cons v (loop)))))
  (write-json (apply (hash-ref tasks (vector-ref (current-command-line-arguments) 0)) values)))

(module+ main (run))
