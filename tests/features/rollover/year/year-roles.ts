import type { LoaderFunctionArgs } from "@remix-run/node";
import * as classRegister from "../../../../app/routes/attendance-register/register.tsx";
import * as register from "../../../../app/routes/attendance-register/start.tsx";
import * as employees from "../../../../app/routes/employees/list.tsx";
import * as lateBoard from "../../../../app/routes/late-board.tsx";
import * as mainMenu from "../../../../app/routes/main-menu.tsx";
import * as markSheet from "../../../../app/routes/mark-sheet/sheet.tsx";
import * as tests from "../../../../app/routes/mark-sheet/tests.tsx";
import * as markSheets from "../../../../app/routes/mark-sheet/start.tsx";
import * as overview from "../../../../app/routes/overview/overview.tsx";
import * as readiness from "../../../../app/routes/readiness-board.tsx";
import * as print from "../../../../app/routes/reports/print.tsx";
import * as currentTerm from "../../../../app/routes/settings/current-term.tsx";
import * as nextYear from "../../../../app/routes/settings/next-year.tsx";
import * as postReports from "../../../../app/routes/settings/post-reports.tsx";
import * as settings from "../../../../app/routes/settings/settings.tsx";
import * as students from "../../../../app/routes/students/list.tsx";
import * as subjects from "../../../../app/routes/subjects/list.tsx";
import * as classReports from "../../../../app/routes/term-reports/sign-all.tsx";
import * as termReports from "../../../../app/routes/term-reports/start.tsx";
import { canReadAllClasses, hasAccess, hasPermission, type PersonAccess } from "#access/permissions.ts";
import { noTransaction, queryRow } from "#db/index.ts";
import type { SignedIn } from "#tests/support/builders/people.ts";
import { callRoute, getRequest } from "#tests/support/request.ts";

/** The screens of each role, and the classes and lessons that they show. */

type Screen = { access: PersonAccess; loader: (args: LoaderFunctionArgs) => unknown };

type Screens = readonly (readonly [path: string, screen: Screen])[];

/** The screens on which people find their classes. */
const CLASS_SCREENS: Screens = [
  ["/app", mainMenu],
  ["/app/mark-sheet", markSheets],
  ["/app/term-reports", termReports],
  ["/app/attendance-register", register],
];

const OTHER_SCREENS: Screens = [
  ["/app/overview", overview],
  ["/app/late-board", lateBoard],
  ["/app/students", students],
  ["/app/employees", employees],
  ["/app/subjects", subjects],
  ["/app/reports", print],
  ["/app/readiness-board", readiness],
  ["/app/settings", settings],
  ["/app/settings/current-term", currentTerm],
  ["/app/settings/next-year", nextYear],
  ["/app/settings/post-reports", postReports],
];

export type Found = { wrong: string[]; reports: number[]; registers: number[]; lessons: number[] | null };

/** The screens to open: all of them, or only those on which people find their classes. */
export type Extent = "all" | "classes";

/**
 * Opens screens as the person and, from those that list classes, the first class, register and mark sheet. `wrong` lists
 * what does not open, or opens although it should not.
 */
export async function openScreens(who: SignedIn, extent: Extent): Promise<Found> {
  const screens = extent === "all" ? [...CLASS_SCREENS, ...OTHER_SCREENS] : CLASS_SCREENS;
  const wrong: string[] = [];
  const texts = new Map<string, string>();
  for (const [path, { access, loader }] of screens) {
    const { status, text } = await open(loader, path, who);
    texts.set(path, text);
    if (hasAccess(access, who.person) ? status >= 400 : status !== 403) wrong.push(`${path} ${status}`);
  }
  const listed = CLASS_SCREENS.map(([path]) => texts.get(path)).join(" ");
  const idsAt = (path: string, pattern: RegExp) =>
    sorted([...(texts.get(path) ?? "").matchAll(pattern)].map(([, id]) => Number(id)));
  return {
    wrong: [...wrong, ...(await openFirstLinks(who, listed))],
    reports: idsAt("/app/term-reports", /\/app\/term-reports\/(\d+)\/\d+/g),
    registers: idsAt("/app/attendance-register", /\/app\/attendance-register\/(\d+)\//g),
    lessons: canReadAllClasses(who.person) ? null : idsAt("/app/mark-sheet", /\/app\/mark-sheet\/(\d+)/g),
  };
}

/** Calls a loader. The text is the address to which it redirects, or what the page is made of. */
async function open(loader: Screen["loader"], path: string, who: SignedIn, params = {}) {
  const { status, location, body } = await callRoute(loader, getRequest(path, who), params);
  return { status, text: location ?? JSON.stringify(body ?? null) };
}

/** The pages to which the lists of classes and lessons lead, with the parameters in their addresses. */
const LINKS: readonly (readonly [link: RegExp, loader: Screen["loader"]])[] = [
  [/\/app\/term-reports\/(?<classId>\d+)\/(?<termId>\d+)/, classReports.loader],
  [/\/app\/attendance-register\/(?<classId>\d+)\/(?<day>[\d-]+)\/(?<session>\d)/, classRegister.loader],
  [/\/app\/mark-sheet\/(?<lessonId>\d+)\?term=\d+/, tests.loader],
  [/\/app\/mark-sheet\/(?<lessonId>\d+)\/(?<termId>\d+)\/(?<test>[\w-]+)/, markSheet.loader],
];

async function openFirstLinks(who: SignedIn, listed: string): Promise<string[]> {
  const wrong: string[] = [];
  let text = listed;
  for (const [link, loader] of LINKS) {
    const [path, found] = [link.exec(text)?.[0], link.exec(text)?.groups];
    if (path === undefined) continue;
    const opened = await open(loader, path, who, found);
    text += opened.text;
    if (opened.status >= 400) wrong.push(`${path} ${opened.status}`);
  }
  return wrong;
}

/**
 * Lists what names no form teacher although it should: the classes that are printed, and the classes of the students in
 * the list.
 */
export async function withoutTeacherNames(who: SignedIn): Promise<string[]> {
  const [printed, listed] = [
    await callRoute(print.loader, getRequest("/app/reports/class-list", who), { kind: "class-list" }),
    await callRoute(students.loader, getRequest("/app/students?rows=100", who)),
  ];
  const { shown: screen } = printed.body as { shown: { classes: { label: string; teachers: string }[] } };
  const { students: rows } = listed.body as { students: { classLabel: string | null; teacher: string }[] };
  return [
    ...screen.classes.filter(({ teachers }) => teachers === "").map(({ label }) => label),
    ...rows.filter(({ teacher }) => teacher === "").flatMap(({ classLabel }) => classLabel ?? []),
  ];
}

type Held = { all: number[]; led: number[]; dean: number[]; lessons: number[] };

/**
 * Reads from the rows themselves what the person's screens must show while a term is the current one: the classes that
 * they led at its end or are dean of, and the lessons that they taught then or that they substitute now.
 */
export async function expectedScreens({ person }: SignedIn, academicTermId: number): Promise<Found> {
  const held = await queryRow<Held>(
    `select array(select class_id from classes c where c.academic_year_id = y.academic_year_id order by class_id) as all,
            array(select distinct c.class_id
                    from class_teachers h join classes c using (class_id)
                   where c.academic_year_id = y.academic_year_id and h.employee_id = $employeeId
                     and y.term_end between h.from_date and coalesce(h.to_date, 'infinity') order by 1) as led,
            array(select c.class_id
                    from dean_assignments d join classes c using (academic_year_id, form_class_id)
                   where d.academic_year_id = y.academic_year_id and d.employee_id = $employeeId order by 1) as dean,
            array(select l.lesson_id
                    from lessons l join classes c using (class_id)
                   where c.academic_year_id = y.academic_year_id and (l.ended_on is null or l.ended_on > y.term_end)
                     and (l.employee_id = $employeeId
                          or exists (select from substitutes b
                                      where b.lesson_id = l.lesson_id and b.employee_id = $employeeId
                                        and current_date between b.from_date and b.to_date)) order by 1) as lessons
       from academic_terms y
      where y.academic_term_id = $academicTermId
      order by y.academic_term_id`,
    { employeeId: person.employeeId, academicTermId },
    noTransaction,
  );
  const { all = [], led = [], dean = [], lessons = [] } = held ?? {};
  const readsAll = canReadAllClasses(person);
  const read = readsAll ? all : sorted([...led, ...dean]);
  const isAdmin = hasPermission(person, "admin");
  return {
    wrong: [],
    reports: hasAccess("term-reports", person) ? read : [],
    registers: led.length > 0 && !isAdmin ? led : read,
    lessons: readsAll ? null : hasAccess("marks.enter", person) ? lessons : [],
  };
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((one, other) => one - other);
}
