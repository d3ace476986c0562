import { readDay } from "#domain/text/read-day.ts";
import { onOneLine } from "#domain/text/storable-text.ts";
import { isBox, type FieldKind } from "../kind.ts";
import type { FieldValue } from "../value.ts";

const TICKED = /^(yes|y|true|1|x)$/i;
const NOT_TICKED = /^(no|n|false|0)$/i;
const SYNONYMS: Readonly<Record<string, string>> = { female: "f", male: "m", girl: "f", boy: "m" };

/** What the text of a cell says in a field; what it does not stays text, to be refused in words. */
export function valueOfCell(kind: FieldKind, text: string): FieldValue {
  const written = text.trim();
  if (isBox(kind)) return boxed(written);
  if (kind.choices.length > 0 || kind.control === "list") return chosen(kind, written);
  if (kind.control === "date") return readDay(written) ?? written;
  return kind.normalise(kind.posted(isSeveralLines(kind, text) ? onOneLine(text) : text));
}

/** Alt and Enter in a cell, of an address that is one line here. */
function isSeveralLines({ control }: FieldKind, text: string): boolean {
  return control === "line" && /[\r\n]/.test(text);
}

function boxed(written: string): FieldValue {
  if (TICKED.test(written)) return "Yes";
  return NOT_TICKED.test(written) ? null : written;
}

/** By what it is called, never by its number in our lists. */
function chosen(kind: FieldKind, written: string): FieldValue {
  const wanted = written.toLowerCase();
  const meant = SYNONYMS[wanted] ?? wanted;
  const found = kind.choices.find((choice) => {
    const called = kind.words(kind.posted(choice)).toLowerCase();
    return called === wanted || called === meant;
  });
  return found === undefined ? written : kind.posted(found);
}
