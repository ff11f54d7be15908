"""Says which expressions do not hold of a result: holds.py FILE EXPRESSION...

They see the file as `root` (XML, with `case` and `cases`), or as `json`, with `run` and `results` if it is SARIF."""
import json as reader
import sys
import xml.etree.ElementTree as xml

path, names = sys.argv[1], {}
if path.endswith(".xml"):
    root = names["root"] = xml.parse(path).getroot()
    names["cases"] = root.findall("testsuite/testcase")
    names["case"] = names["cases"][0]
    names["counts"] = {each.get("name"): each.get("value") for each in root.iter("property")}
else:
    with open(path, encoding="utf-8") as file:
        names["json"] = reader.load(file)
    if "runs" in names["json"]:
        names["run"] = names["json"]["runs"][0]
        names["results"] = names["run"]["results"]
        names["invocation"] = names["run"]["invocations"][0]
for expression in sys.argv[2:]:
    try:
        if eval(f"({expression})", dict(names)):  # pylint: disable=eval-used
            continue
        why = ""
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        why = f" ({error!r})"
    print(f"{path}: not so: {expression}{why}")
