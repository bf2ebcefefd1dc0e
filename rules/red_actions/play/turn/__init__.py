"""The order of segments: who acts, what a segment allows, when a turn and a battle are over."""
