"""Every hint that a tool's parameter can have, on the desk of a small bicycle rental."""

from typing import Annotated, List, Literal, Optional, Union

from edgestudio.tools import edge_tool

Kind = Literal["city", "cargo", "kids"]
PRICES = {"city": 12.0, "cargo": 30.0, "kids": 8.0}
FREE = {"city": 4, "cargo": 1, "kids": 2}


@edge_tool(intent_tags=["prices"])
def rental_price(kind: Kind, days: int, discount: float = 0.0, insured: bool = False) -> dict:
    """Compute the price of a rental in euros.

    Args:
        kind: The kind of bicycle.
        days: How many days, each begun day counted.
        discount: A share of the price, from 0 to 1.
    """
    price = PRICES[kind] * days * (1 - discount) + (3 * days if insured else 0)
    return {"price": round(price, 2)}


@edge_tool(intent_tags=["stock"])
def free_bicycles(kind: Optional[Kind] = None) -> dict:
    """Count the bicycles that are free today, of one kind or of all."""
    return {"free": FREE[kind] if kind else sum(FREE.values())}


@edge_tool(intent_tags=["stock"])
def fitting_frame(height_cm: int, gears: Literal[3, 7, 21] = 7, note: str | None = None) -> dict:
    """Choose the frame size for a rider."""
    return {"frame_cm": round(height_cm * 0.32), "gears": gears, "note": note or "none"}


@edge_tool(intent_tags=["prices"])
def bill_total(amounts: list[float], tip: Union[float, None] = None) -> dict:
    """Add up the amounts of a bill."""
    return {"total": round(sum(amounts) + (tip or 0), 2)}


@edge_tool(intent_tags=["tours"])
def tour_length(legs: List[List[int]], stops: "list[str]", *, unit: Literal["km", "mi"] = "km") -> dict:
    """Measure a tour of several days, each a list of legs in kilometres."""
    length = sum(sum(day) for day in legs)
    return {"length": length if unit == "km" else round(length / 1.609, 1), "stops": len(stops)}


@edge_tool(intent_tags=["tours"])
async def greet(rider: Annotated[str, "The rider's first name."], first_time: Literal[True, None] = None) -> str:
    """Greet a rider by name."""
    return f"Welcome, {rider}!" if first_time else f"Welcome back, {rider}!"
