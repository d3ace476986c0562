import { expect, test } from "vitest";
import { parseBodyValue } from "../../app/api/record-fields.ts";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { readCellValue } from "#features/mark-sheet/bulk/paste/read-value.rules.ts";
import { parseRowValues } from "#fields/imported/row-values.rules.ts";
import type { FieldKind } from "#fields/kind.ts";
import { decimalField, limitedMarkField, wholeNumberField } from "#fields/numbers.ts";
import { mapFieldsByName } from "#fields/record.ts";
import { codeField, dayField, emailField, personNameField, phoneField, textField } from "#fields/texts.ts";
import type { FieldValue } from "#fields/value.ts";

const mark = limitedMarkField(100);
const name = personNameField({ longest: 60 });
const line = textField({ longest: 60 });
const pin = codeField({ longest: 20 });
const born = dayField({ from: "1950-01-01", to: "2026-11-20", isBirth: true });
const distance = decimalField({ most: 100, decimals: 1 });

/** Reads a text as a form without script, a field that is left, an imported file and a call do. */
const READERS: Record<string, (kind: FieldKind, text: string) => FieldValue | undefined> = {
  "a form": (kind, text) => kind.normalise(kind.posted(text)),
  "a field": (kind, text) => kind.normalise(kind.typed(text, null).value),
  "an import": (kind, text) =>
    parseRowValues(
      { field: { text, fault: null } },
      mapFieldsByName([{ name: "field", title: "Field", kind }]),
    )["field"],
  "a call": (kind, text) => kind.normalise(parseBodyValue(kind, text)),
};

test.each<[string, FieldKind, string, FieldValue]>([
  ["seven digits", phoneField, "555-0127", "5550127"],
  ["a phone with the area code", phoneField, "868 555 0127", "5550127"],
  ["a phone with the country code", phoneField, "1 868 555 0127", "5550127"],
  ["a phone as it is dialled abroad", phoneField, "+1 (868) 555-0127", "5550127"],
  [
    "a phone from the contacts of a telephone",
    phoneField,
    "\u202a+1\u00a0868\u00a0555\u20110127\u202c",
    "5550127",
  ],
  ["eleven digits, which are never cut", phoneField, "04125550127", "04125550127"],
  ["ten digits of another country", phoneField, "2465550127", "2465550127"],
  ["two phones", phoneField, "555-0127, 555-0128", "555-0127, 555-0128"],
  ["a day first", born, "3/7/2014", "2014-07-03"],
  ["a day with points", born, "03.07.2014", "2014-07-03"],
  ["a day with its month in letters", born, "3 July 2014", "2014-07-03"],
  ["a day as computers write it", born, "2014-07-03", "2014-07-03"],
  ["a day that does not exist", born, "30/2/2014", "30/2/2014"],
  ["a name with fixed and repeated spaces", name, " De\u00a0La   Rosa ", "De La Rosa"],
  ["a name in separate accents", name, "Zoe\u0308", "Zoë"],
  ["a name with what nobody sees", name, "Al\u00adex\u200bis", "Alexis"],
  ["an apostrophe of a telephone", name, "D’Abreu", "D’Abreu"],
  ["an address of several lines", line, "12 Long Road\r\nArouca", "12 Long Road Arouca"],
  ["an e-mail from a web page", emailField, "a@moe\u200b.gov.tt", "a@moe.gov.tt"],
  ["a PIN with zeros in front", pin, "00123456789", "00123456789"],
  ["a mark with a decimal comma", mark, "7,5", 7.5],
  ["a mark with spaces around", mark, " 72 ", 72],
  ["a mark in words", mark, "seventy", "seventy"],
  ["a distance with a decimal comma", distance, "2,5", 2.5],
  ["a whole number", wholeNumberField({ most: 400 }), " 6 ", 6],
])("%s is read in one way, however it comes", (_what, kind, text, value) => {
  const read = Object.fromEntries(Object.entries(READERS).map(([by, reader]) => [by, reader(kind, text)]));

  expect(read).toEqual(Object.fromEntries(Object.keys(READERS).map((by) => [by, value])));
});

test.each(["72", " 72 ", "7,5", "7.5", "72.50", "72\u00a0", ".5"])(
  "the mark %j is pasted as it is typed",
  (text) => {
    const rules = {
      testId: 1,
      kind: "marks",
      workRatings: true,
      grading: DEFAULT_GRADING,
      criteria: [],
    } as const;

    const pasted = readCellValue(text, { field: "mark", kind: mark, maxMark: 100, rules });

    expect(pasted).toEqual({ kind: "value", values: { attendance: 1, mark: mark.posted(text) } });
  },
);
