package value

// Verdict is the answer about one request: {"legal":true,"state":STATE}, or
// {"legal":false,"code":CODE}. A V has both; the code is "" if the request is legal.
func Verdict[V, S any, C ~string](state Type[S], in func(*V) *S, code Type[C], why func(*V) *C) Type[V] {
	form := func(legal bool, expected, says string, more Member[V]) Case[V] {
		return Case[V]{
			Type: Object(expected, "", Own("legal", Literal[V](legal)), more).Says(says),
			Is:   func(v *V) bool { return (*why(v) == "") == legal },
			Set: func(v *V) {
				var none V
				*v = none
			},
		}
	}
	return Union("a verdict on a move", "legal", []string{"true", "false"},
		form(true, "a legal move", "A legal request.", Key("state", state, in)),
		form(false, "an illegal move", "An illegal request, which leaves the State unchanged.", Key("code", code, why)))
}
