import { ALL, listFigureLines } from "#domain/figures/figure-sheet.ts";
import { toCalendarDay, formatDate, formatMoment } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { shortName } from "#domain/names.ts";
import { yearLabel } from "#domain/terms.ts";
import { now } from "#runtime/clock.ts";
import type { DocumentData } from "#templates/index.ts";
import { letterheadOf, printDocument, printedNow, type Printed } from "../document.server.ts";
import { readReturn, type ReturnData } from "./read-return.server.ts";

type Return = DocumentData["annual-return"];

const SCHOOLS = { primary: "Primary Schools", secondary: "Secondary Schools" } as const;
const SEXES = ["boys", "girls", "neither"];
const COMPARED = ["enrolment", "age", "religion", "ethnic-group"];
const NOTE =
  "This file names no students. To see the names behind a figure, open the Annual Statistical Return under Print/View Reports in Termbook.";

/** Prints the annual statistical return of the current year. The words of the file name are prescribed. */
export async function printAnnualReturn(
  person: Person,
  { signal }: { signal: AbortSignal },
): Promise<Printed> {
  const read = await readReturn();
  const name = `${yearLabel(read.term.academic_year_id)} ${SCHOOLS[read.school.flavour]} ASR ver. 2 UPDATED`;
  const data = returnData(read, person);
  return printDocument(
    { kind: "annual-return", format: "xlsx", data },
    { name, person, signal, isLarge: true },
  );
}

function returnData(read: ReturnData, person: Person): Return {
  const { school, year, themes, checks, ageDay } = read;
  const moment = now();
  const day = formatDate(toCalendarDay(moment, school.time_zone));
  return {
    school: letterheadOf(school),
    year,
    printed: printedNow(school),
    note: NOTE,
    title: `Annual Statistical Return, ${SCHOOLS[school.flavour]}, ${year}`,
    about: `Version 2. Figures as at ${day}; ages on ${ageDay}.`,
    facts: [
      { label: "Address", value: school.address },
      { label: "Prepared", value: `${formatMoment(moment, school.time_zone)}, by ${shortName(person)}` },
    ],
    totals: themes
      .filter(({ sheet }) => COMPARED.includes(sheet.id))
      .map(({ sheet }) => ({
        title: sheet.name,
        figures: SEXES.map((column) => ({ sheet: sheet.id, line: ALL, column })),
      })),
    others: othersOf(read),
    incomplete: checks.map(({ title, meaning, figure, records }) => ({
      title,
      meaning,
      figure: figure ?? { count: records },
    })),
    sheets: themes.map(({ sheet }) => sheet),
  };
}

function othersOf(read: ReturnData): Return["others"] {
  const figure = (sheet: string, column: string) => ({ sheet, line: ALL, column });
  const ended = read.themes.find(({ sheet }) => sheet.id === "results")?.sheet;
  const rows = ended === undefined ? 0 : listFigureLines(ended).filter(({ kind }) => kind === "row").length;
  return [
    { title: "Repeaters", figure: figure("repeaters", "repeat"), meaning: "students repeating a form" },
    { title: "Staff", figure: figure("staff", "total"), meaning: "active employees" },
    {
      title: "Attendance",
      figure: figure("attendance", "rate"),
      meaning: "of possible attendances, up to today",
    },
    { title: "Results", figure: null, meaning: `${read.resultsOf}: ${rows} rows of form and subject` },
  ];
}
