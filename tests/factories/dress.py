"""How a page is styled: its elements, and which of them styles and scripts know."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import tinycss2

STATIC = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
DARK = "prefers-color-scheme"
REFERENCES = {"for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls"}
_SELECTING = re.compile(r"\b(?:querySelector(?:All)?|closest|matches)\??\.?\(\s*([\"'`])(.*?)\1")
_BY_ID = re.compile(r"\b(?:byId|getElementById)\(\s*\"([\w-]+)\"\s*\)")
_CLASS_SET = re.compile(
    r"\bclassList\.(?:add|remove|toggle)\(([^)]*)|className[:=]? ?=? *([^,;}]*)"
)
_IN_QUOTES = re.compile(r"[\"'`]([^\"'`]*)[\"'`]")
_DATA = re.compile(r"\bdata-[a-z][a-z-]*")
_DATASET = re.compile(r"\b(?:dataset|words)\??\.(\w+)|\"(\w+)\" in (?:\w+\.dataset|words)\b")
_TAKEN_APART = re.compile(r"\{([^{}]*)\} = [\w.]*(?:dataset|words)\b")


@dataclass(frozen=True)
class Sheet:
    """What a stylesheet knows; a class known only in dark mode does not count."""

    classes: frozenset[str]
    hooks: frozenset[str]
    used: frozenset[str]
    defined: frozenset[str]
    in_the_dark: frozenset[str]
    colours: frozenset[str]
    """The defined variables that are colours."""


@cache
def sheet(name: str) -> Sheet:
    """Return the stylesheet of this name."""
    nodes = tinycss2.parse_stylesheet((STATIC / f"{name}.css").read_text(encoding="utf-8"))
    classes, hooks, used = set(), set(), set()
    defined: dict[bool, dict[str, str]] = {True: {}, False: {}}
    for selector, content, is_dark in _rules(nodes):
        if not is_dark:
            classes |= {*re.findall(r"\.(-?[A-Za-z_][\w-]*)", selector)}
        hooks |= {*_DATA.findall(selector), *_DATA.findall(content)}
        used |= {*re.findall(r"var\((--[\w-]+)\)", content)}
        defined[is_dark] |= dict(re.findall(r"(?:^|[;{\s])(--[\w-]+)\s*:\s*([^;]*)", content))
    colours = {name for name, value in defined[False].items() if re.match("#|rgb", value)}
    return Sheet(*map(frozenset, (classes, hooks, used, defined[False], defined[True], colours)))


def _rules(nodes: list[object], is_dark: bool = False) -> Iterator[tuple[str, str, bool]]:
    """Return selector and content of each rule, and whether it applies in dark mode only."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield tinycss2.serialize(node.prelude), tinycss2.serialize(node.content), is_dark
        elif node.type == "at-rule" and node.lower_at_keyword in ("media", "supports"):
            inside = tinycss2.parse_rule_list(node.content)
            yield from _rules(inside, is_dark or DARK in tinycss2.serialize(node.prelude))


@dataclass(frozen=True)
class Script:
    """What a script and its imports look for: ids, `data-` attributes, classes."""

    ids: frozenset[str]
    hooks: frozenset[str]
    classes: frozenset[str]
    sets: frozenset[str]
    """The classes the script sets itself."""


@cache
def script(name: str) -> Script:
    """Return the script of this name with its imports."""
    text = (STATIC / f"{name}.js").read_text(encoding="utf-8")
    selectors = " ".join(found for _quote, found in _SELECTING.findall(text))
    selectors += " ".join(re.findall(r"^const [A-Z]+ = \"(.*)\"", text, re.MULTILINE))
    names = {dotted or asked for dotted, asked in _DATASET.findall(text)}
    for inside in _TAKEN_APART.findall(text):
        names |= {*re.findall(r"\w+", inside)}
    given = " ".join(a or b for a, b in _CLASS_SET.findall(text))
    own = Script(
        frozenset(_BY_ID.findall(text)) | {*re.findall(r"#([a-z][\w-]*\w)(?!\w*-?\$)", selectors)},
        frozenset(_DATA.findall(text)) | {*map(_attribute, names)},
        frozenset(re.findall(r"\.([a-z][\w-]*)", selectors)),
        frozenset(" ".join(_IN_QUOTES.findall(given)).split()),
    )
    imported = [script(each) for each in re.findall(r'from "\./([\w-]+)\.js"', text)]
    parts = ("ids", "hooks", "classes", "sets")
    return Script(
        *(frozenset().union(*(getattr(each, part) for each in (own, *imported))) for part in parts)
    )


def _attribute(name: str) -> str:
    """Return the attribute of a dataset name: endsAt is data-ends-at."""
    return "data-" + re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name)


def all_scripts() -> list[str]:
    """The names of all scripts."""
    return sorted(path.stem for path in STATIC.glob("*.js"))


@dataclass
class Dress(HTMLParser):
    """What a page, or a part of one, contains."""

    page: str
    templates: list[str] = field(default_factory=list)
    """The page's template first, then those it extends and includes."""
    classes: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    hooks: set[str] = field(default_factory=set)
    referred: set[str] = field(default_factory=set)
    """The ids other elements refer to."""
    cells: set[str] = field(default_factory=set)
    """The classes of a list's cells, which are the names of its columns."""
    styles: list[str] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    """The addresses of its styles and scripts."""

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        classes = {*told.get("class", "").split()}
        (self.cells if tag in ("td", "th", "tr") else self.classes).update(classes)
        self.ids |= {told["id"]} if "id" in told else set()
        self.hooks |= {name for name in told if name.startswith("data-")}
        for name in REFERENCES & {*told}:
            self.referred |= {*told[name].split()}
        if told.get("href", "").startswith("#"):
            self.referred.add(told["href"][1:])
        if tag == "link" and told.get("rel") == "stylesheet":
            self.files.append(told["href"])
            for together in re.findall(r"/tournament/([\w.-]+)\.css$", told["href"]):
                self.styles += together.split(".")
        if tag == "script":
            self.files.append(told["src"])
            for together in re.findall(r"/tournament/([\w.-]+)\.js$", told["src"]):
                self.scripts += together.split(".")
