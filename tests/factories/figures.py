"""Server metrics, as Prometheus reads them."""

import re


def count_of(text: str, **labels: str) -> float:
    wanted = ",".join(f'{name}="{value}"' for name, value in sorted(labels.items()))
    found = re.search(
        rf"^kreuzdame_request_seconds_count\{{{re.escape(wanted)}\}} (\S+)$", text, re.M
    )
    return float(found[1]) if found else 0.0
