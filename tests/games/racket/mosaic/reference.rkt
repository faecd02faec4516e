#lang racket/base
;; The reference of the game: it reads a question a line and writes a reply a line.
(require json racket/list)

(define size 4)
(define sides '((-1 0) (1 0) (0 -1) (0 1)))
(define corners '((-1 -1) (-1 1) (1 -1) (1 1)))

;; The options of a question, and its mutant, if any.
(define rules (make-parameter #f))
(define (option name) (hash-ref (rules) name))
(define (mutant? id) (equal? (option 'mutant) id))

;; The state contradicts itself: what was expected, where, and the clause.
(struct invalid (message value pointer clause))

;; What stands in a value behind keys and indices.
(define (get value . path)
  (for/fold ([v value]) ([step path]) (if (symbol? step) (hash-ref v step) (list-ref v step))))

(define (players s) (length (get s 'hands)))
(define (hand s) (list-ref (get s 'hands) (get s 'turn)))

;; The cards of the board.
(define (laid s) (filter hash? (append* (get s 'board))))

;; What the schemas cannot say.
(define (check s)
  (unless (= (length (get s 'scores)) (players s))
    (raise (invalid "expected points for each player" 0 "/scores" "MO-04")))
  (unless (< (get s 'turn) (players s))
    (raise (invalid "expected the turn of a player who is there" 0 "/turn" "MO-05")))
  (unless (<= (get s 'passes) (players s))
    (raise (invalid "expected no more passes than players" 0 "/passes" "MO-16")))
  (define cards (append (laid s) (get s 'pile) (append* (get s 'hands))))
  (for ([card cards])
    (when (> (count (lambda (c) (equal? c card)) cards) 2)
      (raise (invalid "expected at most two cards of each colour and number" 0 "" "MO-02")))))

(define (card-at s row column)
  (define card (and (< -1 row size) (< -1 column size) (get s 'board row column)))
  (and (hash? card) card))

;; The cards that a card there touches.
(define (around s row column)
  (define steps
    (if (or (equal? (option 'touch) "corners") (mutant? "touches-corners")) (append sides corners) sides))
  (filter values (for/list ([step steps]) (card-at s (+ row (first step)) (+ column (second step))))))

(define (match? a b)
  (or (equal? (get a 'colour) (get b 'colour))
      (and (equal? (get a 'number) (get b 'number)) (not (mutant? "matches-colour-only")))))

;; The clause by which the game is over, or #f.
(define (over s)
  (cond
    [(= (length (laid s)) (* size size)) "MO-17"]
    [(>= (get s 'passes) (if (mutant? "over-at-first-pass") 1 (players s))) "MO-18"]
    [else #f]))

;; Why a card may not be laid: a code and its clause, or #f.
(define (refused s place)
  (define card (get place 'card))
  (define row (get place 'row))
  (define column (get place 'column))
  (define touched (around s row column))
  (define right (map (lambda (c) (match? card c)) touched))
  (cond
    [(not (or (member card (hand s)) (mutant? "any-card"))) '("not_in_hand" "MO-06")]
    [(and (card-at s row column) (not (mutant? "any-cell"))) '("occupied" "MO-07")]
    [(null? (laid s))
     (if (and (mutant? "first-card-in-the-corner") (not (and (member row '(0 3)) (member column '(0 3)))))
         '("apart" "MO-08")
         #f)]
    [(and (null? touched) (not (mutant? "apart-allowed"))) '("apart" "MO-08")]
    [(and (pair? touched) (not (if (mutant? "matches-one") (ormap values right) (andmap values right))))
     '("mismatch" "MO-10")]
    [else #f]))

;; All places for the cards of the player on turn.
(define (places s)
  (if (over s)
      '()
      (for*/list ([card (remove-duplicates (hand s))]
                  [row size]
                  [column size]
                  [place (in-value (hasheq 'card card 'row row 'column column))]
                  #:unless (refused s place))
        place)))

;; Lays a card: the new state, and the clauses that had a say.
(define (lay s place)
  (define turn (get s 'turn))
  (define row (get place 'row))
  (define column (get place 'column))
  (define touched (around s row column))
  (define board
    (list-update (get s 'board) row (lambda (cells) (list-set cells column (get place 'card)))))
  (define full-row (andmap hash? (list-ref board row)))
  (define full-column (and (not (mutant? "rows-only")) (for/and ([cells board]) (hash? (list-ref cells column)))))
  (define lines (+ (if full-row 1 0) (if full-column 1 0)))
  (define points
    (+ (if (mutant? "point-for-the-card") 1 (length touched)) (* (option 'line) lines)))
  (define kept (remove (get place 'card) (hand s)))
  (define pile (get s 'pile))
  (define new-hand
    (cond
      [(null? pile) kept]
      [(mutant? "draws-to-the-front") (cons (first pile) kept)]
      [else (append kept (list (first pile)))]))
  (define back (and (> (get s 'passes) 0) (not (mutant? "passes-add-up"))))
  (let* ([new (hash-set s 'board board)]
         [new (hash-set new 'scores (list-update (get s 'scores) turn (lambda (n) (+ n points))))]
         [new (hash-set new 'hands (list-set (get s 'hands) turn new-hand))]
         [new (hash-set new 'pile (if (null? pile) pile (rest pile)))]
         [new (if back (hash-set new 'passes 0) new)])
    (values new
            (append '("MO-11")
                    (if (null? touched) '("MO-09") '())
                    (if (> lines 0) '("MO-12") '())
                    (if (pair? pile) '("MO-13") '())
                    (if back '("MO-16") '())))))

(define (no code clause) (values (hasheq 'legal #f 'code code) (list clause)))

(define (move s request)
  (check s)
  (define want (get request 'want))
  (define (done new clauses)
    (define next (add1 (get s 'turn)))
    (define turn (if (mutant? "no-first-after-last") (min next (sub1 (players s))) (modulo next (players s))))
    (values (hasheq 'legal #t 'state (hash-set new 'turn turn)) (append clauses '("MO-14" "MO-03"))))
  (cond
    [(over s) (no "game_over" (over s))]
    [(not (or (= (get request 'player) (get s 'turn)) (mutant? "any-turn"))) (no "not_your_turn" "MO-05")]
    [(hash? want)
     (define why (refused s want))
     (cond
       [why (no (first why) (second why))]
       [else
        (define-values (new clauses) (lay s want))
        (done new clauses)])]
    [(and (pair? (places s)) (not (mutant? "passes-freely"))) (no "can_place" "MO-15")]
    [else (done (hash-set s 'passes (add1 (get s 'passes))) '("MO-15" "MO-16"))]))

(define (legal s)
  (check s)
  (values (places s) (list (or (over s) "MO-10") "MO-06" "MO-07" "MO-08" "MO-09")))

(define (view s player)
  (check s)
  (unless (< player (players s)) (raise (invalid "expected a player who is there" 1 "" "MO-04")))
  (define in-order (for/list ([i (in-range 1 (players s))]) (modulo (+ player i) (players s))))
  (define others (if (mutant? "others-by-seat") (sort in-order <) in-order))
  (values
   (hasheq 'board (get s 'board) 'hand (get s 'hands player)
           'others (for/list ([i others]) (length (get s 'hands i)))
           'pile (length (get s 'pile)) 'scores (get s 'scores) 'turn (get s 'turn))
   '("MO-21" "MO-22")))

(define (result s)
  (check s)
  (define ended (over s))
  (define most (apply max (get s 'scores)))
  (define best (for/list ([p (get s 'scores)] [i (in-naturals)] #:when (= p most)) i))
  (define winners
    (cond
      [(null? (rest best)) best]
      [(mutant? "first-of-tied-wins") (take best 1)]
      [(option 'shared) best]
      [else '()]))
  (if (or ended (mutant? "leader-wins-early"))
      (values (hasheq 'over (and ended #t) 'winners winners)
              (list (if (pair? (rest best)) "MO-20" "MO-19") (or ended "MO-19")))
      (values (hasheq 'over #f 'winners '()) '("MO-17" "MO-18" "MO-19"))))

(define tasks (hash "move" move "legal" legal "view" view "result" result))

(module+ main
  (for ([line (in-lines)])
    (define q (string->jsexpr line))
    (define reply
      (with-handlers
          ([invalid?
            (lambda (e)
              (hasheq 'invalid (hasheq 'message (invalid-message e) 'value (invalid-value e)
                                       'pointer (invalid-pointer e) 'clause (invalid-clause e))))])
        (parameterize ([rules (hash-set (get q 'options) 'mutant (hash-ref q 'mutant #f))])
          (define-values (out clauses) (apply (hash-ref tasks (get q 'task)) (get q 'in)))
          (hasheq 'out (list out) 'clauses (remove-duplicates clauses)))))
    (write-json (hash-set reply 'id (get q 'id)))
    (newline)
    (flush-output)))
