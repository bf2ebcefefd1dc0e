"""What any rule book is made of: charts, rulings, house rules, one-off procedures."""
