"""Buildings and bunkers under fire. Destruction of Buildings or Bunkers"""
