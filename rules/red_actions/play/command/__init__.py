"""Officers and units: casualties, promotion, attaching, dividing, combining."""
