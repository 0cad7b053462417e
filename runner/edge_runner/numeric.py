"""Numbers as JSON text: integers of any size, floats as ECMAScript prints them."""

from __future__ import annotations

import sys


class all_digits:
    """Within this context Python converts integers of any length from and to text."""

    # Releases before 3.10.7 have no limit to lift.
    _has_limit = hasattr(sys, "set_int_max_str_digits")

    def __enter__(self) -> None:
        if self._has_limit:
            self._before = sys.get_int_max_str_digits()
            sys.set_int_max_str_digits(0)

    def __exit__(self, *_exception: object) -> None:
        if self._has_limit:
            sys.set_int_max_str_digits(self._before)


def float_text(value: float) -> str:
    """A finite float as RFC 8785 writes it, which is ECMAScript's `String(number)`."""
    if value == 0:
        return "0"
    digits, exponent = _decimal(abs(value))
    return ("-" if value < 0 else "") + _layout(digits, len(digits) + exponent)


def exact_integer(value: float) -> int:
    """The integer that a float's shortest decimal text names: `1e+23` is ten to the 23rd."""
    digits, exponent = _decimal(abs(value))
    magnitude = int(digits) * 10 ** max(exponent, 0)
    return -magnitude if value < 0 else magnitude


def _decimal(value: float) -> tuple[str, int]:
    """The shortest digits that read back as `value`, and the power of ten of the last one."""
    mantissa, _, power = repr(value).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    stripped = digits.rstrip("0") or "0"
    return stripped, int(power or "0") - len(fraction) + len(digits) - len(stripped)


def _layout(digits: str, point: int) -> str:
    """Place the decimal point after `point` digits, by the cases of ECMAScript's Number::toString."""
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    fraction = "." + digits[1:] if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
