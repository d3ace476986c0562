import { createElement } from "react";
import { afterAll, expect, test } from "vitest";
import { loader } from "../../../app/routes/overview/overview.tsx";
import { loader as namesLoader } from "../../../app/routes/overview/names.tsx";
import { loader as documentLoader } from "../../../app/routes/overview/document.tsx";
import { refreshCounts } from "#db/queries/reports/counts.ts";
import { OverviewPage } from "#features/attendance-summary/overview/overview-page.tsx";
import {
  ATTENDANCE_LISTS,
  MARK_LISTS,
} from "#features/attendance-summary/overview/overview-address.rules.ts";
import { ATTENDANCE_LIST_PAGE_SIZE } from "#features/attendance-summary/overview/names.server.ts";
import type { OverviewView } from "#features/attendance-summary/overview/overview.server.ts";
import { closeDocuments } from "#templates/index.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import { createFormTeacher, createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import {
  assignDean,
  createAssessment,
  createClass,
  createFortnightlyTest,
  createLesson,
  createSchool,
  TERM_IDS,
} from "#tests/support/builders/school.ts";
import { createMark, createStudents } from "#tests/support/builders/students.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { callRoute, getRequest, type Visitor } from "#tests/support/request.ts";
import { renderPage } from "#tests/ui/render.tsx";

/**
 * The page as a browser gets it, in a school with two levels and two terms. Every figure of a table and every large
 * figure is a link, unless it is 0; every link opens, and a count equals the number of the names behind it.
 */

const DAYS = ["2026-06-23", "2026-06-24", "2026-06-25", "2026-06-26"] as const;
const FRIDAY = "2026-06-26";
const SUBJECTS = ["Art", "English", "French", "Mathematics"];

await freshDatabase();
afterAll(closeDocuments);
await createSchool({ flavour: "secondary" });
const principal = await createPrincipal();
const formTeacher = await createFormTeacher();
const dean = await createFormTeacher();
const teacher = await createTeacher();
const oneA = await createClass({ formClassId: "1A", formTeacher });
const oneB = await createClass({ formClassId: "1A", label: "1B" });
const threeA = await createClass({ formClassId: "3A" });
await assignDean(oneA, dean);
await fill(oneA, { label: "1A", place: 0 });
await fill(oneB, { label: "1B", place: 1 });
await fill(threeA, { label: "3A", place: 2 });
const art = await createLesson(teacher, threeA, { subject: "Pottery" });
for (const title of ["Week 1", "Week 2"]) {
  const fortnightlyTestId = await createFortnightlyTest(threeA, { title });
  await createAssessment(art, { testId: 3, fortnightlyTestId });
}
for (const academicTermId of TERM_IDS)
  await refreshCounts({ academicTermId, flavour: "secondary" }, { within: 60_000 });

const VISITS = [
  { who: "the principal", person: principal, query: "" },
  { who: "the principal in Form 1", person: principal, query: "&level=1" },
  { who: "the principal in an earlier term", person: principal, query: `&term=${TERM_IDS[1]}` },
  { who: "a dean", person: dean, query: "" },
  { who: "a form teacher", person: formTeacher, query: "" },
];

test.each(VISITS)("every figure that $who sees is a link", async ({ person, query }) => {
  const html = await pageOf(person, query);

  const cells = rowsWithoutNames(html).flatMap((row) => findAll(row, /<td\b[^>]*>(.*?)<\/td>/gs));
  const large = findAll(html, /<p class="text-32[^>]*>(.*?)<\/p>/gs);
  const bare = [...cells, ...large].filter((cell) => /[1-9]/.test(textOutsideLinks(cell)));

  expect(cells.length).toBeGreaterThan(40);
  expect(large).toHaveLength(8);
  expect(bare).toEqual([]);
});

test.each(VISITS)(
  "every link that $who sees opens, and counts its names rightly",
  async ({ person, query }) => {
    const html = await pageOf(person, query);
    const links = findLinks(html);

    const wrong: unknown[] = [];
    for (const [url, texts] of links) {
      const list = listOf(url);
      const { status, body } = await callRoute(namesLoader, getRequest(url, person), { list });
      const { total, answer, rows } = body as ListOfNames;
      const isRight = texts.every(
        (text) => (countOf(url, text) ?? total) === total && answer.startsWith(marksMissing(url, text)),
      );
      const keys = new Set(rows.map(({ key, studentKey }) => key ?? studentKey));
      if (status !== 200 || !isRight || keys.size < rows.length || rows.some(({ name }) => name === ""))
        wrong.push([url, status, texts, total, answer, rows]);
    }

    expect(links.size).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
  },
);

test("every list behind a figure is printed, and is a spreadsheet", async () => {
  const links = [...findLinks(await pageOf(principal, "")).keys()];
  const lists = new Map(links.map((url) => [listOf(url), url]));

  for (const [list, url] of lists)
    for (const format of ["pdf", "xlsx"]) {
      const [path, query] = url.split("?");
      const paper = getRequest(`${path}/document?${query}&format=${format}`, principal);
      const { status, headers } = await callRoute(documentLoader, paper, { list });

      expect([list, status]).toEqual([list, 200]);
      expect(headers.get("content-type")).toMatch(format === "pdf" ? /^application\/pdf$/ : /spreadsheetml/);
    }
  expect(lists.size).toBeGreaterThanOrEqual(14);
});

test("the levels beside a list show how many names each of them has", async () => {
  const links = [...findLinks(await pageOf(principal, "")).keys()].filter(
    (url) => !/class=|level=/.test(url),
  );
  const read = async (url: string) =>
    (await callRoute(namesLoader, getRequest(url, principal), { list: listOf(url) })).body as ListOfNames;

  const wrong: unknown[] = [];
  for (const url of links) {
    const { levels } = await read(url);
    for (const { level, count } of levels) {
      const { total, levels: beside } = await read(`${url}&level=${level}`);
      if (total !== count || JSON.stringify(beside) !== JSON.stringify(levels))
        wrong.push([url, level, count, total, beside]);
    }
  }

  expect(links.length).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});

test.each([
  { who: "a dean", person: dean, foreign: /Student of 3A|"3A"/ },
  { who: "a form teacher", person: formTeacher, foreign: /Student of (?:1B|3A)|"(?:1B|3A)"/ },
])("no parameter of any list shows $who a student of another class", async ({ person, foreign }) => {
  const values = [
    "",
    "level=3",
    `class=${threeA.classId}`,
    `class=${oneB.classId}`,
    `class=${oneA.classId}`,
    `subject=${art.subjectId}`,
    `term=${TERM_IDS[1]}`,
    "date=2026-02-03",
    "week=2026-06-22",
    "weekday=2",
    "grade=A",
    "by=subject",
    "test=2",
    "page=2",
  ];

  const shown: string[] = [];
  for (const list of [...ATTENDANCE_LISTS, ...MARK_LISTS])
    for (const value of values)
      for (const more of ["", `&class=${threeA.classId}`]) {
        const url = `/app/overview/${list}?${value}${more}${value.startsWith("date") ? "" : `&date=${FRIDAY}`}`;
        const { status, body } = await callRoute(namesLoader, getRequest(url, person), { list });
        const text = status === 200 ? JSON.stringify(body) : "";
        if (foreign.test(text) || ![200, 404].includes(status)) shown.push(url);
      }
  const pages = await Promise.all(
    values.map((value) => callRoute(loader, getRequest(`/app/overview?${value}`, person))),
  );

  expect(shown).toEqual([]);
  expect(pages.filter(({ body }) => foreign.test(JSON.stringify(body)))).toEqual([]);
});

test.each(["absent", "absences", "present", "averages", "not-signed"])(
  "a page past the end of the list ‘%s’ is its last page",
  async (list) => {
    const read = async (page: number) => {
      const url = `/app/overview/${list}?date=${FRIDAY}&page=${page}`;
      return (await callRoute(namesLoader, getRequest(url, principal), { list })).body as ListOfNames;
    };
    const { total } = await read(1);

    const [last, past] = [await read(Math.ceil(total / ATTENDANCE_LIST_PAGE_SIZE)), await read(99)];

    expect(last.rows.length).toBeGreaterThan(0);
    expect(past.rows).toEqual(last.rows);
  },
);

async function pageOf(visitor: Visitor, query: string): Promise<string> {
  const { status, body } = await callRoute(
    loader,
    getRequest(`/app/overview?date=${FRIDAY}${query}`, visitor),
  );
  expect(status).toBe(200);
  return renderPage(createElement(OverviewPage, { view: body as OverviewView }));
}

/** The rows that do not name a student themselves. */
function rowsWithoutNames(html: string): string[] {
  return findAll(html, /(<tr\b.*?<\/tr>)/gs).filter(
    (row) => !/href="[^"]*\/(?:students\/|\d+\/term)/.test(row),
  );
}

function findAll(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found]) => found ?? "");
}

/** The text of a cell that is not in a link, in a drawing or for screen readers only. */
function textOutsideLinks(cell: string): string {
  return cell
    .replaceAll(/<(a|svg)\b.*?<\/\1>/gs, "")
    .replaceAll(/<span class="(?:sr-only|md:hidden)">.*?<\/span>/gs, "")
    .replaceAll(/<[^>]*>/g, "");
}

/** The links to lists of names, each with the texts under which the page has it. */
function findLinks(html: string): Map<string, string[]> {
  const links = new Map<string, string[]>();
  for (const [, url = "", content = ""] of html.matchAll(
    /<a\b[^>]*href="(\/app\/overview\/[a-z0-9-]+(?:\?[^"#]*)?)(?:#days)?"[^>]*>(.*?)<\/a>/gs,
  )) {
    const address = url.replaceAll("&amp;", "&");
    links.set(address, [...(links.get(address) ?? []), content.replaceAll(/<[^>]*>/g, "")]);
  }
  return links;
}

function listOf(url: string): string {
  return /^\/app\/overview\/([a-z0-9-]+)/.exec(url)?.[1] ?? "";
}

type ListOfNames = {
  total: number;
  levels: { level: number; count: number }[];
  answer: string;
  rows: { name: string; key?: string; studentKey?: number }[];
};

/** The beginning of the sentence above the list of marks that are due; empty for other lists. */
function marksMissing(url: string, text: string): string {
  const [, done, all] = /^(\d+) of (\d+)$/.exec(text) ?? [];
  return listOf(url) === "marks-due" ? `${Number(all) - Number(done)} of ${all} marks` : "";
}

const COUNTED = [
  "absent-long",
  "absent-without-reason",
  "late",
  "not-marked",
  "under-90",
  "under-80",
  "failing",
];

/** The number of names that a link promises; null for a rate, a mean or halves of days. */
function countOf(url: string, text: string): number | null {
  const [, first = "", of] = /^(\d[\d,]*)(?: of (\d[\d,]*)(?: class(?:es)?)?$)?/.exec(text) ?? [];
  const [done, all] = [first, of ?? ""].map((digits) => Number(digits.replaceAll(",", "")));
  if (["not-complete", "not-signed", "not-posted"].includes(listOf(url)))
    return of ? (all ?? 0) - (done ?? 0) : null;
  const isCount = COUNTED.includes(listOf(url)) || /\/(?:averages|marks)\?.*grade=/.test(url);
  return isCount && first !== "" ? (done ?? null) : null;
}

/** Gives a class eight students, with registers of the week and of the term before, and with marks in both terms. */
async function fill(
  held: Awaited<ReturnType<typeof createClass>>,
  { label, place }: { label: string; place: number },
): Promise<void> {
  const people = Array.from({ length: 8 }, (_, index) => ({ lastName: `Student of ${label} ${index}` }));
  const students = await createStudents(held, people, TERM_IDS);
  // The first student is absent all week, the second on Friday for a reason, the third is late; 3A has no register on Friday.
  for (const day of ["2026-02-03", ...DAYS]) {
    if (place === 2 && day === FRIDAY) continue;
    const entries = students.map((student, index) => {
      if (index === 0) return [student, "A"] as const;
      if (index === 1 && day === FRIDAY) return [student, { state: "A", reason: "sick", note: "" }] as const;
      return [student, index === 2 ? "L" : "P"] as const;
    });
    await markRegister(held, entries, { day, by: formTeacher });
  }
  for (const [number, subject] of SUBJECTS.entries()) {
    const lesson = await createLesson(teacher, held, { subject });
    for (const [index, student] of students.entries()) {
      const mark = (25 + 9 * index + 7 * number + 5 * place) % 101;
      // One mark is missing.
      if (index > 0 || number > 0) await createMark(student, lesson, { mark });
      await createMark(student, lesson, { mark: 90 - mark / 2, termId: TERM_IDS[1] });
    }
  }
}
