import { expect, test } from "vitest";
import { samples } from "./samples/report-card.ts";
import { render } from "#templates/render.ts";
import { cardFitter } from "#templates/report-card/card.ts";
import { linesOf, pagesOf, wordsOf, type PrintedPage, type PrintedText } from "./pdf-reader.ts";
import { pagesOfSample } from "./samples.ts";
import type { ReportCard, ReportCards } from "#templates/report-card/data.ts";

const TWO_PAGES = ["two pages", "everything, longest", "remarks, everything", "year, everything"];
const ONE_PAGE = Object.keys(samples).filter((name) => !TWO_PAGES.includes(name));
const LONGEST = ONE_PAGE.filter((name) => name.startsWith("longest"));

test.each(ONE_PAGE)("%s: each card is one page", async (name) => {
  const pages = await pagesIn(name);

  expect(pages).toHaveLength(sample(name).cards.length);
});

test.each(LONGEST)("%s: nothing that people wrote is cut", async (name) => {
  const { cards } = sample(name);
  const [page] = await pagesIn(name);

  const words = withoutSpaces(wordsOf(page));

  for (const text of cards.flatMap(writtenIn)) expect(words).toContain(withoutSpaces(text));
});

test("a card has the same layout alone and after any other card of a run", () => {
  const { school } = sample("class");
  const cards = Object.keys(samples).flatMap((name) => sample(name).cards.slice(0, 1));
  const alone = cards.map((card) => cardFitter(school)(card).density);

  expect(cards.map(cardFitter(school)).map(({ density }) => density)).toEqual(alone);
  expect(
    cards
      .toReversed()
      .map(cardFitter(school))
      .map(({ density }) => density),
  ).toEqual(alone.toReversed());
});

test.each(ONE_PAGE)("%s: texts stand apart, each row under the other", async (name) => {
  const [page] = await pagesIn(name);

  const overlapping = page.texts.flatMap((one) =>
    page.texts
      .filter((other) => one !== other && Math.abs(one.baseline - other.baseline) < 0.5)
      .filter((other) => one.left < other.left && one.right > other.left + 0.6)
      .map((other) => `${one.text}|${other.text}`),
  );

  expect(overlapping).toEqual([]);
});

test.each(["primary", "secondary", "nothing yet", "longest, secondary"])(
  "%s: a card is set alike alone and among others, whatever they are",
  async (name) => {
    const [card] = sample(name).cards;
    const others = ["no subjects", "longest, primary"].flatMap((other) => sample(other).cards.slice(0, 1));
    const cards = others.flatMap((other) => (card ? [other, card] : []));

    const [alone] = await pagesIn(name);
    const [, after, , again] = await printed({ ...sample(name), cards });

    expect(textsOf(after)).toEqual(textsOf(alone));
    expect(textsOf(again)).toEqual(textsOf(alone));
  },
);

test("a primary card says all that a family asks", async () => {
  const [page] = await pagesIn("primary");

  const lines = linesOf(page);

  for (const line of [
    "Class Class size Class teacher Student ID Date of birth",
    "Standard 4 35 Mrs. A. Ramkissoon PH-20418 14 Mar 2016",
    "Marks Test 1 Test 2 End of Term % Grade Attendance",
    "Mathematics 18 / 20 17 / 20 88 / 100 88 B",
    "Social Studies 17 / 20 Absent 41 / 50 82 B",
    "Spanish Ms. C. Pierre 18 / 20 15 / 20 43 / 50 86 B",
    "Winston Lezama , Principal",
    "Signed 1 Jul 2026",
  ]) {
    expect(
      lines.some((item) => item.includes(line)),
      line,
    ).toBe(true);
  }
  expect(wordsOf(page)).toContain("Anaya Celestine Ramdeen-Joseph");
  expect(wordsOf(page)).toContain("Average of 8 end of term marks85.0%");
  expect(wordsOf(page)).toContain("Promoted to Standard 5Next term begins 7 Sep 2026");
});

test("marks and the attendance and behaviour beside them end on one line", async () => {
  const [page] = await pagesIn("primary");

  const keys = page.texts.filter(({ size, baseline }) => size === 8.2 && baseline > 400 && baseline < 600);
  const heads = linesOf(page).filter((line) => line.startsWith("Marks"));

  expect(new Set(keys.map(({ baseline }) => Math.round(baseline))).size).toBe(1);
  expect(keys.map(({ text }) => text.trim())).toEqual(expect.arrayContaining(["A", "C", "Consistently"]));
  expect(heads).toEqual(["Marks Test 1 Test 2 End of Term % Grade Attendance"]);
});

test("a secondary card has each subject's teacher and work ratings", async () => {
  const [page] = await pagesIn("secondary");

  const lines = linesOf(page);

  expect(lines).toContain("Marks Teacher Mid Term End of Term % Grade Application Preparedness");
  expect(lines).toContain("Music Mr. K. Joseph 78 32 / 40 80 B C C");
  expect(lines).toContain("Technology Education Mr. S. Ramnarine No work 35 / 50 70 C S S");
  expect(wordsOf(page)).toContain("Marks are out of 100 unless a max mark is shown");
});

test("units of marks stand under units, whatever they are out of", async () => {
  const [page] = await pagesIn("primary");

  const ends = ["17", "88", "36"].map(
    (mark) => page.texts.find(({ text }) => text.trim() === mark)?.right ?? 0,
  );

  expect(ends[1]).toBeCloseTo(ends[2] ?? 0, 1);
});

test("a criterion's grade stands in its place of the scale, and who was absent has a word instead", async () => {
  const [page] = await pagesIn("criteria");

  const lines = linesOf(page);
  const [head, ...given] = page.texts.filter(
    ({ text, left, baseline }) => text.trim() === "4" && left > 150 && left < 300 && baseline < 480,
  );

  expect(lines.some((line) => line.includes("Cares for plants · 4 · · ·"))).toBe(true);
  expect(lines.some((line) => line.includes("Writes own name · · · · ·"))).toBe(true);
  expect(lines.some((line) => line.includes("Physical Education Mr. T. Lee Absent"))).toBe(true);
  expect(given.length).toBeGreaterThan(3);
  for (const four of given) expect(middleOf(four)).toBeCloseTo(middleOf(head), 1);
  expect(wordsOf(page)).toContain("5 is the highest grade");
});

test("a card without a signature says so and leaves lines for the pen", async () => {
  const [page] = await pagesIn("nothing yet");

  const words = wordsOf(page);

  expect(words).toContain("No principal’s signature, changed since posted");
  expect(words).toContain("No end of term marks");
  expect(words).not.toContain("Next term begins");
});

test("a name is signed with where there is no picture, and the change since is said", async () => {
  const [page] = await pagesIn("course work, signed by name");

  const names = page.texts.filter(({ text }) => text.includes("Winston"));

  expect(names.map(({ size }) => size)).toEqual([19, 9]);
  expect(wordsOf(page)).toContain("Signed 1 Jul 2026, changed since signed");
});

test("a student without a subject is told so", async () => {
  const [page] = await pagesIn("no subjects");

  expect(wordsOf(page)).toContain("No marks were given this term.");
});

test("a card with eighteen subjects, the longest texts and every part flows to a second page with the slip", async () => {
  const [first, second, third] = (await pagesIn("everything, longest")).map(wordsOf);

  expect(third).toBeUndefined();
  expect(first).not.toContain("Parent’s slip");
  expect(second).toContain("Parent’s slip");
  expect(second).toContain("Page 2 of 2");
});

test("what does not fit goes on, the signature with what it is under, and the next card begins again", async () => {
  const [first, second, third] = (await pagesIn("two pages")).map(wordsOf);

  expect(first).not.toContain("Winston Lezama, Principal");
  expect(second).toContain("Winston Lezama, Principal");
  expect(second).toContain("Page 2 of 2");
  expect(third).toContain("Page 1 of 1");
});

test("a lost picture, signature or logo does not keep a card from printing", async () => {
  const data = sample("primary");
  const lost = (card: ReportCard): ReportCard => ({
    ...card,
    student: { ...card.student, picture: "/nowhere/a.jpg" },
    signature: { ...card.signature, picture: "/nowhere/b.jpg" },
  });
  const without = { ...data, school: { ...data.school, logo: null }, cards: data.cards.map(lost) };

  await expect(printed(without)).resolves.toHaveLength(1);
  await expect(render({ kind: "report-card", format: "docx", data: without })).resolves.toBeDefined();
});

async function pagesIn(name: string) {
  return atLeastOne(await pagesOfSample("report-card", name));
}

async function printed(data: ReportCards) {
  const { bytes } = await render({ kind: "report-card", format: "pdf", data });
  return atLeastOne(pagesOf(bytes));
}

function atLeastOne([first, ...more]: PrintedPage[]) {
  if (first === undefined) throw new Error("The document has no page.");
  return [first, ...more] as const;
}

function sample(name: string): ReportCards {
  const cards = samples[name];
  if (cards === undefined) throw new Error(`There is no sample ${name}.`);
  return cards;
}

function writtenIn({ student, teacherComment, principalComment, attendance, marks }: ReportCard): string[] {
  const subjects = marks.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
  return [
    ...[student.name, teacherComment.text, principalComment.text],
    ...attendance.map(({ value }) => value),
    ...subjects,
  ];
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, "");
}

function middleOf(text: PrintedText | undefined): number {
  return text === undefined ? Number.NaN : (text.left + text.right) / 2;
}

/** Rounds to a tenth of a point, because the file numbers the fonts. */
function textsOf(page: PrintedPage | undefined): string[] {
  return (page?.texts ?? []).map(
    ({ text, left, baseline }) => `${text} ${left.toFixed(1)} ${baseline.toFixed(1)}`,
  );
}

test("a remark stands beside its subject where there is room, otherwise under it", async () => {
  const remark = "Excellent map work and field notes.";

  const [[beside], [under]] = await Promise.all([
    pagesIn("remarks, secondary"),
    pagesIn("remarks, everything"),
  ]);

  expect(linesOf(beside).find((line) => line.includes(remark))).toContain("English Literature");
  expect(linesOf(under)).toContain(remark);
});
