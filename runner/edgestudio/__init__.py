"""Declare Python functions as tools that a local model may call: see `edgestudio.tools`."""
