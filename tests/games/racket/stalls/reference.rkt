#lang racket/base
;; The reference of the game: it reads a question a line and writes a reply a line.
(require json racket/list)

(define colours '("red" "blue" "green"))
(define purse-max 8)

;; The options of a question, and its mutant, if any.
(define rules (make-parameter #f))
(define (option name) (hash-ref (rules) name))
(define (mutant? id) (equal? (option 'mutant) id))

;; The state contradicts itself: what was expected, where, and the clause.
(struct invalid (message value pointer clause))

;; What stands in a value behind keys and indices.
(define (get value . path)
  (for/fold ([v value]) ([step path]) (if (symbol? step) (hash-ref v step) (list-ref v step))))

;; What the schemas cannot say.
(define (check s)
  (define players (length (get s 'purses)))
  (unless (= (length (get s 'scores)) players)
    (raise (invalid "expected points for each player" 0 "/scores" "ST-02")))
  (unless (< (get s 'turn) players)
    (raise (invalid "expected the turn of a player who is there" 0 "/turn" "ST-06")))
  (for ([rate (get s 'rates)] [i (in-naturals)])
    (when (for/or ([c (first rate)]) (member c (second rate)))
      (raise (invalid "expected no colour on both sides" 0 (format "/rates/~a" i) "ST-05"))))
  (when (and (pair? (get s 'pile)) (< (length (get s 'stall)) 3))
    (raise (invalid "expected three goods in the stall while there is a pile" 0 "/stall" "ST-16"))))

;; The coins that are left when some are taken away, as far as they are there.
(define (without coins some) (for/fold ([left coins]) ([c some]) (remove c left)))

(define (holds? coins wanted)
  (= (length (without coins wanted)) (- (length coins) (length wanted))))

(define (purse s) (list-ref (get s 'purses) (get s 'turn)))
(define (with-purse s coins) (hash-set s 'purses (list-set (get s 'purses) (get s 'turn) coins)))

;; The clause by which the game is over, or #f.
(define (over s)
  (define goal (+ (option 'goal) (if (mutant? "goal-has-to-be-passed") 1 0)))
  (cond
    [(>= (apply max (get s 'scores)) goal) "ST-19"]
    [(null? (get s 'stall)) "ST-20"]
    [(and (mutant? "ends-with-the-pile") (null? (get s 'pile))) "ST-20"]
    [else #f]))

;; What an exchange gives, and what it gets.
(define (sides s want)
  (define rate (get s 'rates (get want 'rate)))
  (if (and (get want 'flipped) (not (mutant? "one-way-only"))) (reverse rate) rate))

;; Why an exchange may not be made: a code and its clause, or #f.
(define (refused s want)
  (define mine (purse s))
  (cond
    [(>= (get want 'rate) (length (get s 'rates))) '("no_such_rate" "ST-10")]
    [else
     (define given (first (sides s want)))
     (define got (second (sides s want)))
     (define after
       (if (mutant? "exchange-counts-before") (length mine) (+ (length mine) (- (length given)) (length got))))
     (cond
       [(not (if (mutant? "one-of-each") (for/and ([c given]) (member c mine)) (holds? mine given)))
        '("purse_lacks" "ST-11")]
       [(not (or (holds? (get s 'bank) got) (mutant? "bank-is-rich"))) '("bank_lacks" "ST-12")]
       [(and (> after purse-max) (not (mutant? "purse-without-end"))) '("purse_full" "ST-13")]
       [else #f])]))

;; The moves answer a new state and the clauses that had a say, or a code and its clause.
(define (take-coin s)
  (define bank (get s 'bank))
  (define order (cons (option 'first) (remove (option 'first) colours)))
  (define there (filter (lambda (c) (member c bank)) order))
  (define sorted
    (if (mutant? "most-coins-first")
        (sort there > #:key (lambda (c) (count (lambda (x) (equal? x c)) bank)))
        there))
  (cond
    [(null? there) (values "bank_empty" '("ST-09"))]
    [(and (= (length (purse s)) purse-max) (not (mutant? "purse-without-end"))) (values "purse_full" '("ST-13"))]
    [else
     (define coin (list (first sorted)))
     (values (hash-set (with-purse s (append (purse s) coin)) 'bank (if (mutant? "keeps-the-coin") bank (without bank coin)))
             '("ST-07" "ST-08"))]))

(define (exchange s want)
  (define no (refused s want))
  (cond
    [no (values (first no) (rest no))]
    [else
     (define given (first (sides s want)))
     (define got (second (sides s want)))
     (values (hash-set (with-purse s (append (without (purse s) given) got))
                       'bank (without (append (get s 'bank) given) got))
             '("ST-10" "ST-05"))]))

(define (buy s number)
  (cond
    [(>= number (length (get s 'stall))) (values "no_such_good" '("ST-14"))]
    [else
     (define good (get s 'stall number))
     (define price (get good 'price))
     (define can-pay
       (if (mutant? "one-of-each") (for/and ([c price]) (member c (purse s))) (holds? (purse s) price)))
     (cond
       [(not can-pay) (values "too_dear" '("ST-15"))]
       [else
        (define left (without (purse s) price))
        (define pile (get s 'pile))
        (define others (append (take (get s 'stall) number) (drop (get s 'stall) (add1 number))))
        (define new
          (cond [(null? pile) '()] [(mutant? "refills-from-the-end") (list (last pile))] [else (list (first pile))]))
        (define points
          (+ (get good 'points) (if (and (null? left) (not (mutant? "no-points-more"))) (option 'bare) 0)))
        (define scores (get s 'scores))
        (define turn (get s 'turn))
        (define changed
          (list (cons 'bank (append (get s 'bank) (if (mutant? "price-vanishes") '() price)))
                (cons 'stall (if (mutant? "refills-in-front") (append new others) (append others new)))
                (cons 'pile (cond [(null? pile) pile] [(mutant? "refills-from-the-end") (drop-right pile 1)] [else (rest pile)]))
                (cons 'scores (list-set scores turn (+ (list-ref scores turn) points)))))
        (values (for/fold ([s (with-purse s left)]) ([c changed]) (hash-set s (car c) (cdr c)))
                (append '("ST-17" "ST-14" "ST-15" "ST-03") (if (null? pile) '() '("ST-16"))))])]))

(define (no code clause) (values (hasheq 'legal #f 'code code) (list clause)))

(define (move s request)
  (check s)
  (define want (get request 'want))
  (cond
    [(over s) (no "game_over" (over s))]
    [(not (or (= (get request 'player) (get s 'turn)) (mutant? "any-turn"))) (no "not_your_turn" "ST-06")]
    [else
     (define-values (done clauses)
       (cond
         [(equal? want "coin") (take-coin s)]
         [(hash-has-key? want 'rate) (exchange s want)]
         [else (buy s (get want 'good))]))
     (cond
       [(string? done) (no done (first clauses))]
       [else
        (define players (length (get s 'purses)))
        (define next (add1 (get s 'turn)))
        (define turn (if (mutant? "no-first-after-last") (min next (sub1 players)) (modulo next players)))
        (values (hasheq 'legal #t 'state (hash-set done 'turn turn)) (append clauses '("ST-18" "ST-01")))])]))

(define (exchanges s)
  (check s)
  (cond
    [(over s) (values '() (list (over s)))]
    [else
     (define every
       (for*/list ([rate (length (get s 'rates))] [flipped '(#f #t)]) (hasheq 'rate rate 'flipped flipped)))
     (values (filter (lambda (e) (not (refused s e))) every) '("ST-10" "ST-11" "ST-12" "ST-13"))]))

(define (view s player)
  (check s)
  (define players (length (get s 'purses)))
  (unless (< player players) (raise (invalid "expected a player who is there" 1 "" "ST-02")))
  (define in-order (for/list ([i (in-range 1 players)]) (modulo (+ player i) players)))
  (define others (if (mutant? "others-by-seat") (sort in-order <) in-order))
  (define seen (for/hasheq ([key '(rates bank stall scores turn)]) (values key (get s key))))
  (values
   (for/fold ([v seen])
             ([c (list (cons 'pile (length (get s 'pile))) (cons 'purse (get s 'purses player))
                       (cons 'others (for/list ([i others]) (length (get s 'purses i)))))])
     (hash-set v (car c) (cdr c)))
   '("ST-23" "ST-24" "ST-04")))

(define (result s)
  (check s)
  (define ended (over s))
  (define most (apply max (get s 'scores)))
  (cond
    [(not (or ended (mutant? "leader-wins-early")))
     (values (hasheq 'over #f 'winners '()) '("ST-19" "ST-20" "ST-21"))]
    [else
     (define tied (for/list ([p (get s 'scores)] [i (in-naturals)] #:when (= p most)) i))
     (define (coins i) (if (mutant? "coins-do-not-matter") 0 (length (get s 'purses i))))
     (define best (filter (lambda (i) (= (coins i) (apply max (map coins tied)))) tied))
     (values (hasheq 'over (and ended #t) 'winners best)
             (list (if (pair? (rest tied)) "ST-22" "ST-21") (or ended "ST-21") "ST-02"))]))

(define tasks (hash "move" move "exchanges" exchanges "view" view "result" result))

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
