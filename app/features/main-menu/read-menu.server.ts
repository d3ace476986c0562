import type { Visit } from "#access/session.server.ts";
import { noTransaction } from "#db/index.ts";
import { hasClassToday } from "#db/queries/class-teachers.ts";
import { longDate } from "#domain/dates.ts";
import { shortName } from "#domain/names.ts";
import { today } from "#runtime/clock.ts";
import { visibleSections, type Section } from "./tiles.ts";

/** The sections that have a screen, in the order of the menu. */
const SECTIONS: readonly Section[] = [
  "mark-sheet",
  "attendance-register",
  "term-reports",
  "reports",
  "employees",
  "students",
  "subjects",
  "marks-archive",
  "attendance-summary",
  "late-board",
  "reset-password",
  "readiness-board",
  "settings",
  "security-events",
  "profile",
];

export type Menu = {
  displayName: string;
  period: { label: string };
  today: string;
  sections: Section[];
  school: { name: string; motto: string; place: string };
};

export async function readMenu({ person, school, period }: Visit): Promise<Menu> {
  const { employeeId } = person;
  const hasClass = employeeId !== null && (await hasClassToday(employeeId, noTransaction));
  return {
    displayName: shortName(person),
    period: { label: period },
    today: longDate(today(school.timeZone)),
    sections: visibleSections({ ...person, hasClass, flavour: school.flavour }, SECTIONS),
    school: { name: school.name, motto: school.motto, place: placeOf(school.address) },
  };
}

/** The town: what an address ends with. */
function placeOf(address: string): string {
  return address.split(/[,\n]/).at(-1)?.trim() ?? "";
}
