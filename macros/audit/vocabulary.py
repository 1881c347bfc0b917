"""The words by which prose states quantities, and those that only number or name a thing.

Patterns as text, to be put together by the recogniser. English; no word of any one site's subject.
"""

from __future__ import annotations


def listed(words: str) -> list[str]:
    """Return the words of a list that is written as a sentence."""
    return words.split()


def any_of(words: str) -> str:
    """Return a pattern for any of the words, the longest first."""
    return "|".join(sorted(listed(words), key=len, reverse=True))


_SMALL = "two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_LARGE = "hundred thousand million billion trillion dozen"

UNIT_WORDS = any_of(
    "ns us µs μs ms s sec secs second seconds min mins minute minutes h hr hrs hour hours d day"
    " days week weeks"
    " month months year years nanosecond nanoseconds microsecond microseconds millisecond milliseconds"
    " bit bits byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte"
    " terabytes petabyte petabytes"
    " kilobit kilobits megabit megabits gigabit gigabits terabit terabits kibibyte mebibyte gibibyte tebibyte"
    " litre litres liter liters ml bar mbar kPa MPa nm µm mm cm m km inch inches U px pt rpm dB"
    " dBm dBi kg g V mV mA Ah °C °F cycle cycles"
    " dollar dollars euro euros cent cents USD EUR GBP"
)
UNIT_SYMBOLS = (
    r"[kKMGTPE]?i?(?:bit|byte)s?(?:/s|ps)?|[kKMGTPE]i?[Bb](?:/s|ps)?|[KMGT]i|[Bb]ps|B/s|B|b/s"
    r"|[kMGT]?Hz|[mkMG]?Wh?|[kKMGTPE]?(?:FLOPS?|FLOP/s|OPS|IOPS|pps|QPS|RPS|TPS|tok/s)"
    r"|percentage[ \t]points?|per[ ]?cent|pp[mb]?|%|‰|times|[x×]|-?fold|[€$£]"
)
TIMES = r"(?:times|[x×]|-?fold|%|percent|per[ ]cent)"
SCALES = r"(?:[kKMBTG](?![\w/])|[ \t]+(?:thousand|million|billion|trillion|dozen)\b)"
COMPARATIVES = any_of(
    "faster slower quicker higher lower larger smaller bigger greater better worse longer shorter"
    " more less fewer"
    " cheaper costlier dearer heavier lighter wider narrower closer hotter cooler older newer"
    " stronger weaker deeper denser"
    " thinner thicker busier richer poorer farther further"
)
NUMBER_WORDS = (
    rf"(?:(?:(?:{any_of(_TENS)})(?:[-\s](?:one|{any_of(_SMALL)}))?|{any_of(_SMALL)}|{any_of(_TEENS)})"
    rf"(?:\s+(?:{any_of(_LARGE)}))*|(?:a|an|one)\s+(?:{any_of(_LARGE)})(?:\s+(?:{any_of(_LARGE)}))*)"
)
VAGUE_NUMBERS = r"(?:tens|dozens|hundreds|thousands|millions|billions)(?=\s+of\b)"
FRACTION_NAMES = "third quarter fifth sixth seventh eighth ninth tenth hundredth thousandth"
SMALL_NUMBERS = any_of(f"one {_SMALL}")

MONTHS = any_of(
    "January February March April May June July August September October November December"
    " Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec"
)

REFERENCES = any_of(
    "section sections sect step steps figure figures fig figs table tables chapter chapters part"
    " parts page pages"
    " line lines issue issues ticket tickets bug bugs pr prs appendix annex example examples item"
    " items note notes option"
    " options phase phases stage stages level levels tier tiers type types case cases rule rules"
    " question questions answer"
    " answers criterion criteria equation eq listing footnote scenario layer layers exercise"
    " lesson volume vol"
    " rank ranks port ports device devices gpu gpus cpu cpus core cores nic nics node nodes slot"
    " slots lane lanes"
    " channel queue vlan"
    " vlans bank rack unit pin bit byte class mode code codes status error errno signal exit id no"
    " nr number gen"
    " generation rev clause article paragraph column row commit-id experiment tip hint task goal"
    " test check theorem lemma method approach adr rfc cve kb sev"
    " severity priority class zone region site building room floor shelf"
)
"""A whole number after one of these numbers or names a thing: section 6, step two, rank 0, exit status 2."""

STANDARDS = (
    r"(?:RFC|ISO(?:/IEC)?|IEC|IEEE|ITU(?:-T)?|ECMA|ANSI|PEP|EN|DIN|NIST(?:[ ]SP)?|FIPS|CVE|CWE|BCP"
    r"|STD)[ \t-]?"
    r"[A-Z]{0,2}\d[\w.:/-]*\w|(?:RFC|PEP)[ ]\d\b"
    r"|(?:TLS|SSL|SSH|HTTP|HTML|CSS|OAuth|OpenID|PCIe|PCI|USB|WCAG|YAML|TOML|XML|XSLT|XPath|SARIF"
    r"|CycloneDX|SPDX|OpenAPI|Unicode"
    r"|TPM|IPMI|ACPI|UEFI|SATA|SAS|NVMe|CXL|DDR|HDMI|DisplayPort|OpenMP|OpenCL|OpenGL|Vulkan|MPI"
    r"|MQTT|AMQP|gRPC|GraphQL"
    r"|Redfish|JSON-RPC|JSON[ ]Schema|Bluetooth|Wi-Fi|SOAP|SAML|SMB|NFS|SNMP"
    r"|Apache(?:[ ]License)?,?(?:[ ][Vv]ersion)?|L?GPL|AGPL|MPL"
    r"|BSD|CC[ ]BY(?:-\w+)*)[ /-]v?\d+(?:\.\d+)?(?![\w.]*\d|\s*\+)|(?:Python|Perl|Web|SQL)[ ]\d(?!\.?\d|\+)"
)
"""Names of standards, licences and editions, whose number belongs to the name."""

NAMING_COMPOUNDS = (
    "way phase factor sided dimensional party stage letter bit star dash level fold-out hop tuple"
    " ary pass pole line"
)
"""What makes a hyphenated number a name and no count: three-way, two-factor, 64-bit."""

AFTER_DOUBLE = any_of("the that its their what as this these those our your his every any")
