"""Names and words: how things are called, found by what somebody typed, and said in a sentence."""
