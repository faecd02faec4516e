package ubongo

// A payout is a round to pay out: who has solved, in the finishing order, and
// what each of them drew.
type payout struct {
	players int
	display gems
	bag     gems
	order   []int
	draws   []colour
}
