"""One-off resolutions: the book's procedures by declared facts only, one module per subject. `resolve` gathers them."""
