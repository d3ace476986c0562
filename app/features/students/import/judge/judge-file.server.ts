import type { Reading } from "#db/index.ts";
import { classesOfYear } from "#db/queries/class-teachers.ts";
import { studentsNamedIn } from "#db/queries/imports/students.ts";
import type { Called } from "#domain/people/alike.ts";
import { ANOTHER, type AskedRow } from "#domain/people/imports.ts";
import { yearLabel } from "#domain/terms.ts";
import { keyOf, placesIn, textOf, twiceInFile, unread } from "#fields/imported/row-values.rules.ts";
import { tabFields } from "#fields/people/student.ts";
import { readDay } from "#domain/text/read-day.ts";
import { alikeOfMany, type AlikeStudent } from "../../duplicates/alike.server.ts";
import { rulesOf } from "../../fields/saved-fields.server.ts";
import { OF_A_NEW_ONE } from "../../general/add-student.server.ts";
import { readRules } from "../../general/saved-general.server.ts";
import { judgedChange } from "./judge-change.rules.ts";
import { judgedCreation } from "./judge-creation.rules.ts";
import { STUDENT_COLUMNS } from "./columns.ts";
import { UNIQUE, type Here, type Judgement, type Known } from "./known.ts";

const UNIQUE_COLUMNS = STUDENT_COLUMNS.filter(({ name }) => UNIQUE.some((unique) => unique === name));

/** What each of these rows would do now. @param only these of them are judged, beside all others of the file */
export async function judgedRows(
  rows: readonly AskedRow[],
  t: Reading,
  only: readonly AskedRow[] = rows,
): Promise<{ judged: Judgement[]; known: Known }> {
  const known = await readKnown(rows, only, t);
  return { judged: only.map((row) => judgedRow(row, known)), known };
}

/** What a row would do, or why it cannot. */
function judgedRow(asked: AskedRow, known: Known): Judgement {
  const wantedId = isChosen(asked.choice) ? asked.choice : textOf(asked.cells, "student_id");
  const here = wantedId === "" ? undefined : known.here.get(keyOf("student_id", wantedId));
  const faults = [
    ...unread(asked.cells, STUDENT_COLUMNS),
    ...twiceInFile(asked, { inFile: known.inFile, unique: UNIQUE_COLUMNS }),
  ];
  return here ? judgedChange(asked, { here, known, faults }) : judgedCreation(asked, { known, faults });
}

function isChosen(choice: string): boolean {
  return choice !== "" && choice !== ANOTHER;
}

async function readKnown(rows: readonly AskedRow[], only: readonly AskedRow[], t: Reading): Promise<Known> {
  const { rules, term } = await readRules(OF_A_NEW_ONE, t);
  const classes = term ? await classesOfYear(term.academic_year_id, t) : [];
  const named = (field: (typeof UNIQUE)[number]) =>
    only.map(({ cells }) => textOf(cells, field)).filter(Boolean);
  const chosen = only.map(({ choice }) => choice).filter((choice) => choice !== "" && choice !== ANOTHER);
  const asked = {
    ids: [...named("student_id"), ...chosen],
    pins: named(UNIQUE[1]),
    serials: named(UNIQUE[2]),
  };
  const here = byKeys(await studentsNamedIn(asked, t));
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

function isNew({ cells, choice }: AskedRow, here: ReadonlyMap<string, Here>): boolean {
  return choice === "" && !here.has(keyOf("student_id", textOf(cells, "student_id")));
}

async function alikeOfRows(rows: readonly AskedRow[], t: Reading): Promise<Map<number, AlikeStudent[]>> {
  const called = rows.map(({ cells }): Called => {
    const born = readDay(textOf(cells, "date_of_birth"));
    const [first_name, last_name] = [textOf(cells, "first_name"), textOf(cells, "last_name")];
    return { first_name, last_name, date_of_birth: born !== null && isDay(born) ? born : null };
  });
  const alike = await alikeOfMany(called, t);
  return new Map(rows.map(({ row }, place) => [row, alike[place] ?? []]));
}

function isDay(born: string): boolean {
  const day = new Date(born);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(born);
}
