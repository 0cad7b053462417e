"""A small sample, until the hand-written set takes its place."""

from typing import Literal

from edgestudio.tools import edge_tool


@edge_tool()
def calculate_fee(amount: float) -> dict:
    """Compute the service fee for an amount."""
    return {}


@edge_tool()
def order_status(order_id: str) -> dict:
    """Look up the status of a local order record.

    Args:
        order_id: As printed on the receipt.
    """
    return {}


@edge_tool()
def cancel_order(order_id: str, reason: str | None = None) -> dict:
    """取消一个订单。"""
    return {}


@edge_tool()
def convert_length(value: float, unit: Literal["m", "ft", "km"]) -> dict:
    """Convert a length to another unit."""
    return {}


@edge_tool()
def room_temperature(room: str) -> dict:
    """查询房间的温度。"""
    return {}
