import type { Reading } from "#db/index.ts";
import { listClassesOfYear } from "#db/queries/class-teachers.ts";
import { listStudentsWithIds } from "#db/queries/imports/students.ts";
import { SOMEBODY_ELSE, type MatchedRow } from "#domain/people/imports.ts";
import { yearLabel } from "#domain/terms.ts";
import { keyOf, placesIn, textOf, twiceInFile, unread, valuesIn } from "#fields/imported/row-values.rules.ts";
import { GENERAL_FIELDS } from "#fields/people/student-general.ts";
import { tabFields } from "#fields/people/student.ts";
import { alikeOfMany, type AlikeStudent } from "../../duplicates/alike.server.ts";
import { rulesOf } from "../../fields/fields.server.ts";
import { calledIn } from "../../general/general.rules.ts";
import { readRules } from "../../general/general.server.ts";
import { NEW_STUDENT_RULES } from "../../general/new-student.server.ts";
import { judgedChange } from "./judge-change.rules.ts";
import { judgedCreation } from "./judge-creation.rules.ts";
import { STUDENT_COLUMNS } from "./columns.ts";
import { UNIQUE, type Here, type Judgement, type Known } from "./known.ts";

const UNIQUE_COLUMNS = STUDENT_COLUMNS.filter(({ name }) => UNIQUE.some((unique) => unique === name));

/** Judges rows against the database and against all rows of the file; `only` limits the rows that are judged. */
export async function judgedRows(
  rows: readonly MatchedRow[],
  t: Reading,
  only: readonly MatchedRow[] = rows,
): Promise<{ judged: Judgement[]; known: Known }> {
  const known = await readKnown(rows, only, t);
  return { judged: only.map((row) => judgedRow(row, known)), known };
}

/** Judges one row: the outcome, or the reasons for refusal. */
function judgedRow(input: MatchedRow, known: Known): Judgement {
  const wantedId = isChosen(input.choice) ? input.choice : textOf(input.cells, "student_id");
  const here = wantedId === "" ? undefined : known.here.get(keyOf("student_id", wantedId));
  const faults = [
    ...unread(input.cells, STUDENT_COLUMNS),
    ...twiceInFile(input, { inFile: known.inFile, unique: UNIQUE_COLUMNS }),
  ];
  return here ? judgedChange(input, { here, known, faults }) : judgedCreation(input, { known, faults });
}

function isChosen(choice: string): boolean {
  return choice !== "" && choice !== SOMEBODY_ELSE;
}

async function readKnown(
  rows: readonly MatchedRow[],
  only: readonly MatchedRow[],
  t: Reading,
): Promise<Known> {
  const { rules, term } = await readRules(NEW_STUDENT_RULES, t);
  const classes = term ? await listClassesOfYear(term.academic_year_id, t) : [];
  const named = (field: (typeof UNIQUE)[number]) =>
    only.map(({ cells }) => textOf(cells, field)).filter(Boolean);
  const chosen = only
    .map(({ choice }) => choice)
    .filter((choice) => choice !== "" && choice !== SOMEBODY_ELSE);
  const input = {
    ids: [...named("student_id"), ...chosen],
    pins: named(UNIQUE[1]),
    serials: named(UNIQUE[2]),
  };
  const here = byKeys(await listStudentsWithIds(input, t));
  return {
    rules,
    term,
    classes,
    here,
    year: term ? yearLabel(term.academic_year_id) : "this year",
    personal: tabFields(await rulesOf("personal", t)),
    inFile: placesIn(rows, UNIQUE),
    alike: await alikeOfRows(
      only.filter((row) => isNew(row, here)),
      t,
    ),
  };
}

function byKeys(found: readonly Here[]): Map<string, Here> {
  const here = new Map<string, Here>();
  for (const student of found) {
    for (const name of UNIQUE) if (student[name] !== null) here.set(keyOf(name, student[name]), student);
  }
  return here;
}

function isNew({ cells, choice }: MatchedRow, here: ReadonlyMap<string, Here>): boolean {
  return choice === "" && !here.has(keyOf("student_id", textOf(cells, "student_id")));
}

async function alikeOfRows(rows: readonly MatchedRow[], t: Reading): Promise<Map<number, AlikeStudent[]>> {
  const children = rows.flatMap(({ row, cells }) => {
    const called = calledIn(valuesIn(cells, GENERAL_FIELDS));
    return called ? [{ row, called }] : [];
  });
  const alike = await alikeOfMany(
    children.map(({ called }) => called),
    t,
  );
  return new Map(children.map(({ row }, index) => [row, alike[index] ?? []]));
}
