"""Discord over real sockets: bots that are processes of their own connect to it, die and come back."""
