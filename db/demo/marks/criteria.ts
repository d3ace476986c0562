import type { Row } from "../insert.ts";
import type { SchoolKind } from "../kind.ts";
import type { Mark } from "./marks.ts";
import { random } from "../random.ts";

type Criterion = {
  criterion_id: number;
  subject_id: number;
  form_level: number;
  detail: string;
  position: number;
};

const BEST = 5;
const SPREAD = 0.12;

function criteriaOf({ criteria: { levels, details } }: SchoolKind): Criterion[] {
  const criteria = levels.flatMap((form_level) =>
    Object.entries(details).flatMap(([subject, words]) =>
      words.map((detail, index) => ({
        subject_id: Number(subject),
        form_level,
        detail,
        position: index + 1,
      })),
    ),
  );
  return criteria.map((criterion, index) => ({ criterion_id: index + 1, ...criterion }));
}

export function criterionRows(kind: SchoolKind): Row[] {
  return criteriaOf(kind);
}

/** Grades 1 to 5 for each criterion of the subject, around the student's ability. */
export function criterionGradeRows(kind: SchoolKind, marks: readonly Mark[]): Row[] {
  const chance = random(`${kind.flavour} criterion grades`);
  const criteria = criteriaOf(kind);
  return marks
    .filter(({ sheet }) => sheet.kind === "criteria")
    .flatMap(({ mark_id, sheet, student }) =>
      criteria
        .filter(
          ({ subject_id, form_level }) =>
            subject_id === sheet.subject_id && form_level === sheet.held.form_level,
        )
        .map(({ criterion_id }) => ({
          mark_id,
          criterion_id,
          grade: stepOf(student.ability + SPREAD * chance.normal()),
        })),
    );
}

function stepOf(share: number): number {
  return Math.min(BEST, Math.max(1, Math.ceil(share * BEST)));
}
