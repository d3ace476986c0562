import { blankValues } from "#fields/record.ts";
import { TERM_RECORD } from "#fields/term-record.ts";
import type { FieldValue, Values } from "#fields/value.ts";
import type { Receipt } from "#saving/protocol/protocol.ts";
import { countedAs } from "./record.rules.ts";

type Stored = Readonly<Record<string, string | number | boolean | null | object>>;

/** A stored record, or a part of one in its history, as the fields that the report shows: blank text is null. */
export function valuesOfRecord(stored: Stored): Values {
  return { ...blankValues(TERM_RECORD), ...knownValues(stored) };
}

/** Those fields alone that the stored part names. */
export function knownValues(stored: Stored): Values {
  const known = [...TERM_RECORD.keys()].filter((field) => field in stored);
  return Object.fromEntries(known.map((field) => [field, valueOf(stored[field])]));
}

function valueOf(stored: Stored[string] | undefined): FieldValue {
  if (typeof stored === "boolean") return stored ? "Yes" : "No";
  if (typeof stored === "number") return stored;
  return typeof stored === "string" && stored !== "" ? stored : null;
}

/** A record as the database keeps it: a text that says nothing is empty, a promotion's progress is true or false. */
export function storedRecord(values: Values): Record<string, FieldValue | boolean> {
  return Object.fromEntries(
    [...TERM_RECORD.values()].map(({ name, kind }) => {
      const value = values[name] ?? null;
      if (name === "promotion_progress") return [name, value === null ? null : value === "Yes"];
      const isText = kind.choices.length === 0 && kind.keyboard === "text" && kind.control !== "list";
      return [name, isText ? (value ?? "") : value];
    }),
  );
}

/** One record a target: it is saved when somebody wrote in it (design section 5). */
export function receiptOf(values: Values): Receipt {
  return { total: 1, saved: 0, absent: 0, noWork: 0, blank: 0, [countedAs(values)]: 1 };
}
