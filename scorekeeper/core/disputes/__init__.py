"""What is asked at the table, in every game: questions, rulings, irregularities, slips, what other rules would say."""
