"""The fixed process that describes a tools file or calls one of its functions, and then ends."""
