import { fieldText } from "#fields/kind.ts";
import { titleOf, type RecordFields } from "#fields/record.ts";
import { atomicGroupOf } from "#fields/term-record.ts";
import { fieldPart, type ValuePart } from "#saving/screen/conflicts.rules.ts";

/**
 * Returns the parts of a record that are put into words as one: each field by itself, but the decision about the next
 * class together.
 */
export function partsOf(fields: RecordFields): ValuePart[] {
  return [...fields.values()].flatMap((field) => {
    const group = atomicGroupOf(field.name);
    if (group[0] !== field.name) return [];
    return group.length > 1 ? groupPart(group, fields) : fieldPart(field);
  });
}

/** The words name the field that holds the value: 'Repeating Std 4'. */
function groupPart(group: readonly string[], fields: RecordFields): ValuePart {
  return {
    fields: group,
    title: group.map((name) => titleOf(fields, name)).join(", "),
    words(values) {
      const held = group.filter((name) => (values[name] ?? null) !== null);
      return held.map((name) => `${titleOf(fields, name)} ${fieldText(values[name])}`).join(", ") || "blank";
    },
  };
}
