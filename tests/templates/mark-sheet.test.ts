import { expect, test } from "vitest";
import { NO_WORK_HANDED_IN } from "#domain/attendance.ts";
import { samples } from "./samples/mark-sheet.ts";
import { render } from "#templates/render.ts";
import { linesOf, pagesOf, wordsOf, type PrintedPage } from "./pdf-reader.ts";
import { pagesOfSample } from "./samples.ts";
import type { MarkSheet } from "#templates/mark-sheet/data.ts";

const typical = sample("typical");

test("the head says school, test, subject, class, teacher, date, maximum and how many", async () => {
  const [page] = await pagesIn("typical");

  const words = wordsOf(page);

  for (const fact of [
    "Poui Hill Government Primary School",
    "Patient hands, bright minds",
    "Fortnightly Mark Sheet",
    "Mathematics",
    "Standard 4",
    "Mrs. A. Ramkissoon",
    "Fortnightly Test 2",
    "22 May 2026",
    "Term 3, 2025–2026",
    "35 students 2 absent 1 no work 1 not marked",
  ]) {
    expect(words.replaceAll("\u00a0", " ")).toContain(fact);
  }
});

test("each student has a line with mark, percentage and grade, in the order given", async () => {
  const [page] = await pagesIn("typical");

  const lines = linesOf(page);

  expect(lines).toContain("1 Alleyne, Kiara 46 92 A");
  expect(lines).toContain("9 Deonarine, Maya Absent – –");
  expect(lines).toContain("25 Mohan, Divya No work – –");
  expect(lines).toContain("31 Regis, Josué – – –");
  expect(lines).toContain("Class mean 41.5 83.0");
  expect(numbersOf(lines)).toEqual(typical.students.map((_student, index) => index + 1));
});

test("thirty-five students and their totals fit one page", async () => {
  for (const name of ["typical", "without grades", "all absent", "blank", "chosen grades", "work ratings"]) {
    expect(await pagesIn(name), name).toHaveLength(1);
  }
});

test("a second page has the head row again, and every student is on one of them", async () => {
  const pages = await pagesIn("sixty students");

  const lines = pages.map(linesOf);

  expect(pages).toHaveLength(2);
  expect(lines.every((page) => page.includes("Name Mark % Grade"))).toBe(true);
  expect(lines.flatMap(numbersOf)).toEqual(Array.from({ length: 60 }, (_each, index) => index + 1));
});

test("long names wrap and are never cut", async () => {
  const sheet = sample("longest names");
  const pages = await pagesIn("longest names");

  const words = pages.map(wordsOf).join(" ").replace(/\s+/g, " ").normalize("NFC");

  for (const { name } of sheet.students)
    expect(words).toContain(name.replaceAll("\u202f", "\u00a0").replace(/\s/g, " "));
});

test("a mark out of another maximum says so, and decimals stand under decimals", async () => {
  const [page] = await pagesIn("half marks and other maxima");

  const [whole, half, other] = ["16", "11.5", "21"].map((mark) =>
    page.texts.find(({ text }) => text.trim() === mark),
  );

  expect(linesOf(page)).toContain("5 Caesar, Amara 21 / 25 84 B");
  expect(whole?.left).toBeCloseTo(half?.left ?? 0, 3);
  expect(other?.left).toBeCloseTo(half?.left ?? 0, 3);
});

test("work ratings are words", async () => {
  const [page] = await pagesIn("work ratings");

  expect(linesOf(page)).toContain("2 Bachan, Rohan 60 60 D Sometimes Consistently");
});

test("each criterion has a column, and who was absent one word over all of them", async () => {
  const [page] = await pagesIn("criteria, eight");

  expect(page.width).toBeGreaterThan(page.height);
  expect(linesOf(page)).toContain("1 Alleyne, Kiara 1 4 2 5 3 1 4 2");
  expect(linesOf(page)).toContain("9 Deonarine, Maya Absent");
});

test("criteria too long for a heading are numbered and told before the list", async () => {
  const [page] = await pagesIn("criteria, sentences");

  const lines = linesOf(page);

  const told = lines.findIndex((line) =>
    line.startsWith("1 Listens and follows instructions, alone and in a group"),
  );
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(lines.indexOf("Name 1 2 3 4 5 6 7 8 9 10 11 12"));
});

test("a few criteria stay upright", async () => {
  const [page] = await pagesIn("criteria, four");

  expect(page.height).toBeGreaterThan(page.width);
});

test("a graded subject has grades and no marks", async () => {
  const [page] = await pagesIn("chosen grades");

  expect(linesOf(page)).toContain("Name Grade");
  expect(linesOf(page)).toContain("1 Alleyne, Kiara A");
});

test("a blank sheet has the same students and no marks", async () => {
  const [page] = await pagesIn("blank");

  const lines = linesOf(page);

  expect(lines).toContain("1 Alleyne, Kiara");
  expect(lines).toContain("Name Mark % Grade");
  expect(numbersOf(lines)).toEqual(typical.students.map((_student, index) => index + 1));
  expect(lines.some((line) => line.includes("Class mean"))).toBe(false);
});

test("a sheet of nobody says that there is no data", async () => {
  const [page] = await pagesIn("no students");

  expect(linesOf(page)).toContain("No Data Available");
});

test("absent, no work and not marked are counted only where there are some", async () => {
  const students = typical.students
    .slice(0, 1)
    .map((student) => ({ ...student, attendance: NO_WORK_HANDED_IN, mark: null }) as const);
  const totals = { ...typical.totals, count: 1, absent: 0, noWork: 1, blank: 0, marks: null, percents: null };
  const [page] = await printed({ ...typical, students, totals, notes: [] });

  const words = wordsOf(page).replaceAll("\u00a0", " ");

  expect(words).toContain("1 student 1 no work");
  expect(words).not.toMatch(/absent|not marked|Class mean/);
});

test("a lost logo does not keep a sheet from printing", async () => {
  const sheet = { ...typical, school: { ...typical.school, logo: "/nowhere/crest.jpg" } };

  await expect(printed(sheet)).resolves.toHaveLength(1);
});

async function pagesIn(name: string) {
  return atLeastOne(await pagesOfSample("mark-sheet", name));
}

async function printed(data: MarkSheet) {
  const { bytes } = await render({ kind: "mark-sheet", format: "pdf", data });
  return atLeastOne(pagesOf(bytes));
}

function atLeastOne([first, ...more]: PrintedPage[]) {
  if (first === undefined) throw new Error("The document has no page.");
  return [first, ...more] as const;
}

function sample(name: string): MarkSheet {
  const sheet = samples[name];
  if (sheet === undefined) throw new Error(`There is no sample ${name}.`);
  return sheet;
}

/** Reads the numbers of the students below the head row of a page. */
function numbersOf(lines: readonly string[]): number[] {
  const rows = lines.slice(lines.findIndex((line) => line.startsWith("Name ")));
  return rows.flatMap((line) => /^(\d+) .*, /.exec(line)?.[1] ?? []).map(Number);
}
