package bazaar

// appendUses lists an equation in each direction in which it is usable (BG-18):
// wallet and bank have what the exchange moves (BG-19).
func (r *rules) appendUses(list []exchange, e equation, wallet, bank bag) []exchange {
	x, back := e.exchange, e.flipped()
	if x.usable(wallet, bank) {
		list = append(list, x)
	}
	if back.usable(wallet, bank) {
		list = append(list, back)
	}
	return list
}
