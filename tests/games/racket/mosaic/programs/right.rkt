#lang racket/base
;; A right program for all tasks: racket right.rkt TASK, the values on standard input.
(require json racket/list)
(provide run steps)

;; Where the cards lie that a card touches.
(define steps (make-parameter '((-1 . 0) (1 . 0) (0 . -1) (0 . 1))))

;; The cards of the board by their places.
(define (cards s)
  (for*/hash ([(row r) (in-indexed (hash-ref s 'board))] [(card c) (in-indexed row)] #:when (hash? card))
    (values (cons r c) card)))

(define (mine s) (list-ref (hash-ref s 'hands) (hash-ref s 'turn)))
(define (over? s) (or (= (hash-count (cards s)) 16) (= (hash-ref s 'passes) (length (hash-ref s 'hands)))))

(define (neighbours s r c)
  (define there (cards s))
  (for*/list ([step (steps)]
              [card (in-value (hash-ref there (cons (+ r (car step)) (+ c (cdr step))) #f))]
              #:when card)
    card))

;; Why a card may not be laid, or #f.
(define (refusal s card r c)
  (define touched (neighbours s r c))
  (define (fits? other)
    (for/or ([key '(colour number)]) (equal? (hash-ref card key) (hash-ref other key))))
  (cond
    [(not (member card (mine s))) "not_in_hand"]
    [(hash-ref (cards s) (cons r c) #f) "occupied"]
    [(hash-empty? (cards s)) #f]
    [(null? touched) "apart"]
    [(andmap fits? touched) #f]
    [else "mismatch"]))

(define (places s)
  (for*/list ([card (if (over? s) '() (remove-duplicates (mine s)))] [r 4] [c 4] #:unless (refusal s card r c))
    (hasheq 'card card 'row r 'column c)))

(define (lay s card r c)
  (define me (hash-ref s 'turn))
  (define pile (hash-ref s 'pile))
  (define drawn (take pile (min 1 (length pile))))
  (define board (list-update (hash-ref s 'board) r (lambda (row) (list-set row c card))))
  (define lines
    (for/sum ([line (list (list-ref board r) (map (lambda (row) (list-ref row c)) board))])
      (if (andmap hash? line) 3 0)))
  (define points (+ lines (length (neighbours s r c))))
  (let* ([s (hash-set s 'hands (list-set (hash-ref s 'hands) me (append (remove card (mine s)) drawn)))]
         [s (hash-set s 'pile (drop pile (length drawn)))]
         [s (hash-set s 'scores (list-update (hash-ref s 'scores) me (lambda (n) (+ n points))))])
    (hash-set (hash-set s 'board board) 'passes 0)))

(define (move s request)
  (define want (hash-ref request 'want))
  (define (part key) (hash-ref want key))
  (define code
    (cond
      [(over? s) "game_over"]
      [(not (= (hash-ref request 'player) (hash-ref s 'turn))) "not_your_turn"]
      [(hash? want) (refusal s (part 'card) (part 'row) (part 'column))]
      [(pair? (places s)) "can_place"]
      [else #f]))
  (cond
    [code (hasheq 'legal #f 'code code)]
    [else
     (define new (if (hash? want) (lay s (part 'card) (part 'row) (part 'column)) (hash-update s 'passes add1)))
     (hasheq 'legal #t
             'state (hash-set new 'turn (modulo (add1 (hash-ref s 'turn)) (length (hash-ref s 'hands)))))]))

(define (view s player)
  (define-values (before from) (split-at (hash-ref s 'hands) player))
  (hasheq 'board (hash-ref s 'board) 'hand (first from) 'others (map length (append (rest from) before))
          'pile (length (hash-ref s 'pile)) 'scores (hash-ref s 'scores) 'turn (hash-ref s 'turn)))

(define (result s)
  (define most (apply max (hash-ref s 'scores)))
  (hasheq 'over (over? s)
          'winners (if (over? s) (for/list ([p (hash-ref s 'scores)] [i (in-naturals)] #:when (= p most)) i) '())))

(define tasks (hash "move" move "legal" places "view" view "result" result))

(define (run)
  (define values (let loop () (define v (read-json)) (if (eof-object? v) '() (cons v (loop)))))
  (write-json (apply (hash-ref tasks (vector-ref (current-command-line-arguments) 0)) values)))

(module+ main (run))
