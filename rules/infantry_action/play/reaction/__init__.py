"""Reaction tests, of groups, crews and leaders; prisoners. General Troop Reaction Test"""
