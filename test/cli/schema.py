"""Validates JSON files against a JSON schema: schema.py SCHEMA FILE...

It knows the keywords that our schemas use and refuses others, so that none is passed over."""
import json
import re
import sys

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}
REMARKS = {"$schema", "$defs", "title", "description"}


def has_type(value, name):
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])


def check_object(value, schema, root, where):
    known = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            yield f"{where} has no {name}"
    for name, member in value.items():
        inner = known.get(name, schema.get("additionalProperties", True))
        if inner is False:
            yield f"{where} has {name}, which the schema does not know"
        elif inner is not True:
            yield from check(member, inner, root, f"{where}.{name}")


def check_array(value, schema, root, where):
    if len(value) < schema.get("minItems", 0):
        yield f"{where} has {len(value)} items"
    if schema.get("uniqueItems") and len({json.dumps(v, sort_keys=True) for v in value}) < len(value):
        yield f"{where} has an item twice"
    for i, item in enumerate(value):
        yield from check(item, schema.get("items", {}), root, f"{where}[{i}]")


def check(value, schema, root, where="it"):
    """What is wrong with the value, sentence by sentence."""
    if "$ref" in schema:
        yield from check(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, where)
    unknown = set(schema) - REMARKS - {
        "$ref", "type", "enum", "const", "properties", "required", "additionalProperties", "items",
        "minimum", "minItems", "minLength", "uniqueItems", "pattern"}
    assert not unknown, f"the schema has {unknown}, which this program does not know"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(has_type(value, name) for name in types):
        yield f"{where} is {value!r}, not {' or '.join(types)}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r}, not one of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{where} is {value!r}, not {schema['const']!r}"
    if "minimum" in schema and value < schema["minimum"]:
        yield f"{where} is {value}, less than {schema['minimum']}"
    if "minLength" in schema and len(value) < schema["minLength"]:
        yield f"{where} is too short"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{where} is {value!r}, which is not {schema['pattern']}"
    if isinstance(value, dict):
        yield from check_object(value, schema, root, where)
    if isinstance(value, list):
        yield from check_array(value, schema, root, where)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        SCHEMA = json.load(file)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            for sentence in check(json.load(file), SCHEMA, SCHEMA):
                print(f"{path}: {sentence}")
