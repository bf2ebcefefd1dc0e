"""Air landed troops: drops, flights, what ground fire does to them. Air Landed Troops"""
