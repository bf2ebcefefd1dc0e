"""The umpire's word and hand."""
