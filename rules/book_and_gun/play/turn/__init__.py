"""Whose card it is and what may still be done with it: what every chapter asks first."""
