"""The board in this book's words: what lies where, what hides and covers, lines of sight."""
