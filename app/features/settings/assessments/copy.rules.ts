import type { TestOfClass } from "#domain/entry/tests-of-class.ts";
import { dateField, maxField } from "#fields/assessment.ts";
import { formatValue } from "#fields/kind.ts";
import type { RecordFields } from "#fields/record.ts";
import type { Values } from "#fields/value.ts";

/** The stored values of a subject of a class. */
export type CopiedSubject = { name: string; byGrade: boolean; values: Values };
type OwnSubject = CopiedSubject & { fields: RecordFields };

export type CopyLine = {
  row: string;
  name: string;
  changes: Values;
  /** The changes in words: 'End of Term, max mark 50'. */
  words: string[];
  /** The values that cannot be copied, each with the reason. */
  refused: string[];
};

type Source<Subject> = { tests: readonly TestOfClass[]; subjects: ReadonlyMap<string, Subject> };

/**
 * Lists what copying changes in a class, subject by subject. Tests correspond by type, fortnightly tests by name; days
 * are copied only within a term. A value that is not set in the source removes nothing here.
 */
export function copyLines(
  to: Source<OwnSubject>,
  from: Source<CopiedSubject>,
  { withDays }: { withDays: boolean },
): CopyLine[] {
  const pairs = to.tests.flatMap((test) => {
    const same = from.tests.find((item) =>
      test.fortnightlyTestId === null ? item.key === test.key : item.title === test.title,
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
    const words = `${held.title} ${formatValue(held.kind, value, "")}`;
    const refusal = held.kind.refuse(value);
    if (refusal === null) {
      line.changes = { ...line.changes, [field]: value };
      line.words.push(words);
    } else line.refused.push(`${words}: ${refusal}`);
  }
  return line;
}
