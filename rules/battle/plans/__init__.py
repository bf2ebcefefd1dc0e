"""Plans of a side: from its aims, the roles of its units and its boldness to letters of ordinary orders.

A rule set fills in a `PlanTable`: its units and the enemies that the side knows of, how a `UnitTask` is written as an
order, and where an order leads. Which unit gets which task is decided here, alike for all books.
"""
