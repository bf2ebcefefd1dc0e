"""Tanks and armoured cars: breakdown and recovery. Besides: who loses his way at night."""
