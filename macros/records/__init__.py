"""What a record is, YAML read with positions, and the book that links and evaluates. Knows no pages."""
