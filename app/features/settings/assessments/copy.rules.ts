import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { dateField, maxField } from "#fields/assessment.ts";
import { valueInWords } from "#fields/kind.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";

/** A subject of a class as it stands. */
export type CopiedSubject = { name: string; byGrade: boolean; values: Values };
type OwnSubject = CopiedSubject & { fields: RecordFields };

export type CopyLine = {
  row: string;
  name: string;
  /** What is stored. */
  changes: Values;
  /** The same in words: 'End of Term, max mark 50'. */
  words: string[];
  /** What cannot be, and why. */
  refused: string[];
};

type Source<Subject> = { tests: readonly TestOfClass[]; subjects: ReadonlyMap<string, Subject> };

/**
 * What copying changes in a class, subject by subject. Tests are the same by what they are, fortnightly ones by what they
 * are called; days are copied within a term only. What was not set there takes nothing away here.
 */
export function copyLines(
  to: Source<OwnSubject>,
  from: Source<CopiedSubject>,
  { withDays }: { withDays: boolean },
): CopyLine[] {
  const pairs = to.tests.flatMap((test) => {
    const same = from.tests.find((each) =>
      test.fortnightlyTestId === null ? each.key === test.key : each.title === test.title,
    );
    return same ? [{ to: test.key, from: same.key }] : [];
  });
  const fields = pairs.flatMap(({ to: own, from: other }) => [
    ...(withDays ? [{ own: dateField(own), other: dateField(other) }] : []),
    { own: maxField(own), other: maxField(other) },
  ]);
  return [...to.subjects].flatMap(([row, subject]) => {
    const given = from.subjects.get(row);
    if (!given || given.byGrade || subject.byGrade) return [];
    const line = lineOf(
      row,
      subject,
      fields.map(({ own, other }) => [own, given.values[other] ?? null] as const),
    );
    return line.words.length + line.refused.length > 0 ? [line] : [];
  });
}

function lineOf(
  row: string,
  { name, fields, values }: OwnSubject,
  wanted: readonly (readonly [string, Values[string]])[],
): CopyLine {
  const line: CopyLine = { row, name, changes: {}, words: [], refused: [] };
  for (const [field, value] of wanted) {
    const held = fields.get(field);
    if (!held || value === null || value === (values[field] ?? null)) continue;
    const words = `${held.title} ${valueInWords(held.kind, value, "")}`;
    const refusal = held.kind.refuse(value);
    if (refusal === null) {
      line.changes = { ...line.changes, [field]: value };
      line.words.push(words);
    } else line.refused.push(`${words}: ${refusal}`);
  }
  return line;
}
