"""What is changed of a match besides its entries: names, seats, house rules, date and place; undo, bin and rematch."""
