import {
  ARCHIVE_MAX_MARK,
  ARCHIVE_SUBJECTS,
  ARCHIVE_TESTS,
  describeInvalidArchiveMark,
} from "#domain/archive/archive-terms.ts";
import type { TestId } from "#domain/terms.ts";
import { fixedChoiceField } from "./choices.ts";
import { uncorrectedMarkField } from "./numbers.ts";
import { mapFieldsByName, type RecordField, type RecordFields } from "./record.ts";

export const ARCHIVE_CLASS_FIELD = "class";

/** A cell of the marks archive: the course or exam mark of a subject in a term. */
export type ArchiveCell = {
  field: string;
  subjectId: number;
  testId: TestId;
  /** The subject's title, such as `Maths`. */
  subject: string;
  /** `course` or `exam`, the words that the messages of the archive use. */
  test: string;
};

export const ARCHIVE_CELLS: readonly ArchiveCell[] = ARCHIVE_SUBJECTS.flatMap(({ id, title }) =>
  ARCHIVE_TESTS.map((test) => ({
    field: archiveFieldName({ subjectId: id, testId: test.id }),
    subjectId: id,
    testId: test.id,
    subject: title,
    test: test.name,
  })),
);

const CELLS = new Map(ARCHIVE_CELLS.map((cell) => [cell.field, cell]));

/** Returns the cell of a field name, or null for the field of the class and for unknown names. */
export function findArchiveCell(field: string): ArchiveCell | null {
  return CELLS.get(field) ?? null;
}

export function archiveFieldName({ subjectId, testId }: Pick<ArchiveCell, "subjectId" | "testId">): string {
  return `mark_${subjectId}_${testId}`;
}

const MARKS: readonly RecordField[] = ARCHIVE_CELLS.map((cell) => ({
  name: cell.field,
  title: `${cell.subject} ${cell.test}`,
  kind: uncorrectedMarkField(ARCHIVE_MAX_MARK, describeInvalidArchiveMark(cell)),
}));

/** Defines the fields of a row. @param closed why the class cannot be chosen here, or null when it can */
export function archiveFields(classes: readonly string[], closed: string | null): RecordFields {
  return mapFieldsByName([
    {
      name: ARCHIVE_CLASS_FIELD,
      title: "Class",
      kind: fixedChoiceField(classes, "choose a class of this level"),
      closed,
    },
    ...MARKS,
  ]);
}
