"""Letters of orders: drafted in peace, seen before they are sent, sent once."""
