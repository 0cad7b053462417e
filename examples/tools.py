"""Two tools for a model on your machine. Plain Python: import and test them like any other functions."""

from edgestudio.tools import edge_tool


@edge_tool(intent_tags=["billing"])
def calculate_fee(amount: float) -> dict:
    """Compute the service fee for an amount."""
    return {"fee": round(amount * 0.003, 6)}


@edge_tool(intent_tags=["orders"])
def order_status(order_id: str) -> dict:
    """Look up the status of a local order record."""
    orders = {"A-17": "shipped", "B-20": "packed"}
    return {"order_id": order_id, "status": orders.get(order_id, "unknown")}
