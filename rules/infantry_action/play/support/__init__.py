"""Off-table support: called, corrected, registered, falling. Off-Table Fire Support"""
