#lang racket/base
;; The reference of the game: it reads a question a line and writes a reply a line.
(require json racket/list)

(define size 5)
(define steps (hash "up" '(-1 0) "right" '(0 1) "down" '(1 0) "left" '(0 -1)))
(define directions '("up" "right" "down" "left"))
(define sides '((-1 0) (0 1) (1 0) (0 -1)))
(define diagonals '((-1 -1) (-1 1) (1 -1) (1 1)))
(define corners (list '(0 0) (list 0 (sub1 size)) (list (sub1 size) 0) (list (sub1 size) (sub1 size))))

;; The options of a question, and its mutant, if any.
(define rules (make-parameter #f))
(define (option name) (hash-ref (rules) name))
(define (mutant? id) (equal? (option 'mutant) id))

;; The state contradicts itself: what was expected, where, and the clause.
(struct invalid (message pointer clause))

;; What stands in a value behind keys and indices.
(define (get value . path)
  (for/fold ([v value]) ([step path]) (if (symbol? step) (hash-ref v step) (list-ref v step))))

(define (players s) (length (get s 'stocks)))

;; What the schemas cannot say.
(define (check s)
  (unless (= (length (get s 'scores)) (players s))
    (raise (invalid "expected points for each player" "/scores" "PA-02")))
  (unless (< (get s 'turn) (players s))
    (raise (invalid "expected the turn of a player who is there" "/turn" "PA-06")))
  (unless (<= (get s 'passes) (players s))
    (raise (invalid "expected no more passes than players" "/passes" "PA-17")))
  (for* ([r size] [c size])
    (define o (owner s (list r c)))
    (when (and o (>= o (players s)))
      (raise (invalid "expected a player who is there" (format "/grid/~a/~a" r c) "PA-02")))))

(define (on-grid? cell) (andmap (lambda (n) (<= 0 n (sub1 size))) cell))

;; The player whose piece covers a cell, or #f.
(define (owner s cell)
  (define o (and (on-grid? cell) (get s 'grid (first cell) (second cell))))
  (and (number? o) o))

(define (moved cell step) (map + cell step))

;; The cells that a piece would cover, on the grid or not.
(define (cells place)
  (define from (list (get place 'row) (get place 'column)))
  (define way (get place 'direction))
  (define bend (list-ref directions (modulo (+ (index-of directions way) (if (mutant? "turns-left") 3 1)) 4)))
  (define found
    (case (get place 'piece)
      [("dot") (list from)]
      [("bar") (list from (moved from (hash-ref steps way)))]
      [else (list from (moved from (hash-ref steps way)) (moved from (hash-ref steps bend)))]))
  (if (mutant? "over-the-edge") (map (lambda (c) (map (lambda (n) (modulo n size)) c)) found) found))

;; The owners of the cells around a piece.
(define (touched s covered ways)
  (remove-duplicates (filter values (for*/list ([cell covered] [way ways]) (owner s (moved cell way))))))

(define (over? s) (>= (get s 'passes) (if (mutant? "over-at-first-pass") 1 (players s))))
(define (first-piece? s) (not (for*/or ([r size] [c size]) (equal? (owner s (list r c)) (get s 'turn)))))
(define (edge? cell) (ormap (lambda (n) (or (= n 0) (= n (sub1 size)))) cell))
(define (stock s) (list-ref (get s 'stocks) (get s 'turn)))

;; Why a piece may not be laid: a code and its clause, or #f.
(define (refused s place)
  (define me (get s 'turn))
  (define covered (cells place))
  (define at-start
    (or (and (equal? (option 'start) "edge") (ormap edge? covered))
        (for/or ([c covered]) (member c corners))
        (mutant? "starts-anywhere")))
  (define near (touched s covered diagonals))
  (define beside (touched s covered sides))
  (cond
    [(not (or (member (get place 'piece) (stock s)) (mutant? "any-piece"))) '("not_in_stock" "PA-07")]
    [(not (andmap on-grid? covered)) '("outside" "PA-08")]
    [(ormap (lambda (c) (owner s c)) (if (mutant? "over-others") (take covered 1) covered)) '("occupied" "PA-09")]
    [(first-piece? s) (if at-start #f '("not_at_start" "PA-10"))]
    [(not (or (if (mutant? "corner-of-anybody") (pair? near) (member me near)) (mutant? "apart-allowed"))) '("apart" "PA-11")]
    [(and (if (mutant? "side-of-anybody") (pair? beside) (member me beside)) (not (mutant? "sides-allowed")))
     '("side_by_side" "PA-12")]
    [else #f]))

;; All ways to lay a piece. A dot has one direction only: any would cover the same.
(define (ways s)
  (if (over? s)
      '()
      (for*/list ([piece (remove-duplicates (stock s))]
                  [direction (if (equal? piece "dot") '("up") directions)]
                  [r size]
                  [c size]
                  [place (in-value (hasheq 'piece piece 'row r 'column c 'direction direction))]
                  #:unless (refused s place))
        place)))

(define (set-cell s cell player)
  (hash-set s 'grid (list-update (get s 'grid) (first cell) (lambda (row) (list-set row (second cell) player)))))

;; Lays a piece: the new state, and the clauses that had a say.
(define (lay s place)
  (define me (get s 'turn))
  (define covered (cells place))
  (define left (remove (get place 'piece) (stock s)))
  (define points
    (+ (if (mutant? "point-for-the-piece") 1 (length covered)) (if (null? left) (option 'last) 0)))
  (define back (and (> (get s 'passes) 0) (not (mutant? "passes-add-up"))))
  (let* ([new (for/fold ([new s]) ([cell covered]) (set-cell new cell me))]
         [new (hash-set new 'stocks (list-set (get s 'stocks) me left))]
         [new (hash-set new 'scores (list-update (get s 'scores) me (lambda (n) (+ n points))))]
         [new (if back (hash-set new 'passes 0) new)])
    (values new
            (append '("PA-13")
                    (if (first-piece? s) '("PA-10") '("PA-11" "PA-12"))
                    (case (get place 'piece) [("dot") '()] [("bar") '("PA-04")] [else '("PA-05")])
                    (if (null? left) '("PA-14") '())
                    (if back '("PA-17") '())))))

(define (no code clause) (values (hasheq 'legal #f 'code code) (list clause)))

(define (move s request)
  (check s)
  (define want (get request 'want))
  (define (done new clauses)
    (define next (add1 (get s 'turn)))
    (define turn (if (mutant? "no-first-after-last") (min next (sub1 (players s))) (modulo next (players s))))
    (values (hasheq 'legal #t 'state (hash-set new 'turn turn)) (append clauses '("PA-15" "PA-01" "PA-03"))))
  (cond
    [(over? s) (no "game_over" "PA-18")]
    [(not (or (= (get request 'player) (get s 'turn)) (mutant? "any-turn"))) (no "not_your_turn" "PA-06")]
    [(not (equal? want "pass"))
     (define why (refused s want))
     (cond
       [why (no (first why) (second why))]
       [else
        (define-values (new clauses) (lay s want))
        (done new clauses)])]
    [(and (pair? (ways s)) (not (mutant? "passes-freely"))) (no "can_place" "PA-16")]
    [else (done (hash-set s 'passes (add1 (get s 'passes))) '("PA-16" "PA-17"))]))

(define (fits s)
  (check s)
  (values (ways s)
          (if (over? s) '("PA-18") '("PA-07" "PA-08" "PA-09" "PA-10" "PA-11" "PA-12" "PA-04" "PA-05"))))

(define (result s)
  (check s)
  (define most (apply max (get s 'scores)))
  (define best (for/list ([p (get s 'scores)] [i (in-naturals)] #:when (= p most)) i))
  (cond
    [(not (or (over? s) (mutant? "leader-wins-early")))
     (values (hasheq 'over #f 'winners '()) '("PA-18" "PA-19"))]
    [(null? (rest best)) (values (hasheq 'over (over? s) 'winners best) '("PA-19" "PA-18" "PA-02"))]
    [else
     (define winners
       (cond [(mutant? "first-of-tied-wins") (take best 1)] [(option 'shared) best] [else '()]))
     (values (hasheq 'over (over? s) 'winners winners) '("PA-20" "PA-18"))]))

(define tasks (hash "move" move "fits" fits "result" result))

(module+ main
  (for ([line (in-lines)])
    (define q (string->jsexpr line))
    (define reply
      (with-handlers
          ([invalid?
            (lambda (e)
              (hasheq 'invalid (hasheq 'message (invalid-message e) 'value 0
                                       'pointer (invalid-pointer e) 'clause (invalid-clause e))))])
        (parameterize ([rules (hash-set (get q 'options) 'mutant (hash-ref q 'mutant #f))])
          (define-values (out clauses) (apply (hash-ref tasks (get q 'task)) (get q 'in)))
          (hasheq 'out (list out) 'clauses (remove-duplicates clauses)))))
    (write-json (hash-set reply 'id (get q 'id)))
    (newline)
    (flush-output)))
