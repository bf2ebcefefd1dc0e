"""Smoke screens and light over the ground, whatever makes them. Battlefield Illumination, Smoke Concealment"""
