import { expect, test } from "vitest";
import { createListPrinters } from "#templates/lists.ts";
import { awkwardNames } from "./samples/names.ts";
import {
  contacts,
  feeding,
  listOf,
  named,
  NAMES,
  registration,
  staff,
  statistics,
  students,
} from "./list-documents.ts";
import { linesOf, pagesOf, wordsOf, type PrintedPage } from "./pdf-reader.ts";
import { pagesOfSample } from "./samples.ts";
import type { ListDocument } from "#templates/list/data.ts";

const RELIGIONS = ["Anglican", "Hinduism", "Islam", "Roman Catholic", "Seventh-day Adventist", "None"];
const MANY = Array.from({ length: 26 }, (_each, index) => `Group ${index + 1}`);
const POSTS = { Principal: 1, "Senior Teacher": 2, "Teacher I": 24, "Teacher II": 33, "Clerk Typist I": 1 };

const DOCUMENTS: Record<string, ListDocument> = {
  "one row": listOf({ groups: [{ title: "", rows: named(["Alleyne, Kiara"]) }] }),
  "200 rows": listOf({ groups: [{ title: "", rows: named(students(200)) }] }),
  "longest names": listOf({ groups: [{ title: "", rows: named(manyAwkward()) }] }),
  "sums under a chart": statistics(7, RELIGIONS),
  "sums over pages": statistics(30, RELIGIONS.slice(0, 3)),
  "too wide for any page": statistics(3, MANY),
  "blocks over pages": feeding([7, 4, 9, 17, 10, 11, 14, 6, 6, 9, 10, 10, 8, 8, 35]),
  "one small block": feeding([2]),
  "bands over pages": staff(POSTS),
  "a line each contact": contacts(students(35)),
  bars: registration({ "Std 1 A": [29, 29], "Std 1 S": [29, 23] }),
};

test.each(Object.keys(DOCUMENTS))("%s stays within the margins and numbers its pages", async (name) => {
  const pages = await printed(DOCUMENTS[name]);

  const outside = pages.flatMap(({ width, height, texts }) => {
    const margin = width < height ? 54 : 42;
    const isOut = ({ left, right, baseline }: PrintedPage["texts"][number]) =>
      left < margin - 0.5 || right > width - margin + 0.5 || baseline > height - 12;
    return texts.filter((text) => text.text.trim() !== "" && isOut(text));
  });
  expect(outside).toEqual([]);
  expect(pages.map((page) => /Page (\d+) of (\d+)/.exec(wordsOf(page))?.[0])).toEqual(
    pages.map((_page, index) => `Page ${index + 1} of ${pages.length}`),
  );
});

test("a list says on every page what it is, of whom, which term and when it was printed", async () => {
  const pages = await printed(DOCUMENTS["200 rows"]);

  const foot = "List · Standard 4, Mrs. A. Ramkissoon, Mr. J. Sealy · Term 3, 2025–2026 · printed 2 Jul 2026";
  for (const page of pages) expect(wordsOf(page)).toContain(foot);
});

test("200 rows are all there, in order, under the same head on each page, three or more on the last", async () => {
  const pages = await printed(DOCUMENTS["200 rows"]);

  const lines = pages.map(linesOf);
  const places = lines.map((page) => page.flatMap((line) => /^(\d+) .+ 4 May 2016$/.exec(line)?.[1] ?? []));
  expect(pages.length).toBeGreaterThan(3);
  expect(lines.every((page) => page.includes("Name Date of birth"))).toBe(true);
  expect(places.flat().map(Number)).toEqual(Array.from({ length: 200 }, (_each, index) => index + 1));
  expect(places.at(-1)?.length).toBeGreaterThanOrEqual(3);
});

test("a long name wraps, whole, and is never parted by the end of a page", async () => {
  const pages = await printed(DOCUMENTS["longest names"]);

  const words = pages.map((page) => wordsOf(page).normalize("NFC"));
  expect(pages.length).toBeGreaterThan(1);
  for (const name of manyAwkward())
    expect(words.some((page) => page.includes(name.replaceAll("\u202f", "\u00a0").replace(/\s/g, " ")))).toBe(
      true,
    );
});

test("what closes a list goes on over the empty cells beside it", async () => {
  const [name, born] = NAMES.map((column) => ({ ...column, width: 60 }));
  const columns = [name, { key: "note", title: "Note", kind: "text" as const, width: 180 }, born];
  const label = { value: "Average of 14 end of term marks, and more", oneLine: true };
  const list = listOf({
    columns: columns.filter((column) => column !== undefined),
    groups: [{ title: "", rows: named(["Alleyne, Kiara"], { note: "" }) }],
    closing: [{ name: label, born: "64.8%" }],
  });

  const pages = await printed(list);

  expect(pages.flatMap(linesOf)).toContain(`${label.value} 64.8%`);
});

test("a list of nobody says that there is no data", async () => {
  const [page] = await printed(listOf({ groups: [{ title: "", rows: [] }] }));

  expect(page && linesOf(page)).toContain("No Data Available");
});

test("what is not known is said in words, a dash where a column has none, and nothing where it is left empty", async () => {
  const rows = [
    { name: "A", born: null },
    { name: null, born: "2016-05-04" },
    { name: { value: true, under: "since 2020" }, born: "" },
  ];
  const [page] = await printed(listOf({ groups: [{ title: "", rows }] }));

  const lines = page ? linesOf(page) : [];
  expect(lines).toEqual(
    expect.arrayContaining(["1 A not recorded", "2 – 4 May 2016", "3 yes", "since 2020"]),
  );
});

test("each table of a document stands under its own heading", async () => {
  const list = feeding([3, 2, 4]);
  const headings = ["Meals by class", "Who has meals"];
  const tables = list.tables.map((table, index) => ({ ...table, heading: headings[index] ?? "" }));
  const [page] = await printed({ ...list, tables });

  const lines = page ? linesOf(page) : [];
  const [first = -1, second = -1] = headings.map((heading) => lines.indexOf(heading));
  expect(first).toBeGreaterThan(0);
  expect(lines.slice(first + 1, second)).toEqual(["Std 1 A Std 1 S Std 2 A School", "3 2 4 129"]);
  expect(second).toBeLessThan(lines.length - 9);
});

test("figures stand under each other by their units, words and decimals beside them", async () => {
  const rows = [{ mark: 7 }, { mark: "12.5" }, { mark: { value: "Absent", italics: true } }];
  const columns = [NAMES[0], { key: "mark", title: "Mark", kind: "number", width: 60 }] as const;
  const groups = [{ title: "", rows: rows.map((row) => ({ name: "A", ...row })) }];
  const [page] = await printed(listOf({ columns: columns.flatMap((column) => column ?? []), groups }));

  const [seven, half] = ["7", "12.5"].map((mark) => page?.texts.find(({ text }) => text.trim() === mark));
  expect(page && linesOf(page)).toContain("3 A Absent");
  expect(half?.right).toBeGreaterThan(seven?.right ?? Infinity);
  expect((half?.right ?? 0) - (seven?.right ?? 0)).toBeLessThan(9);
});

test("a group's sum stands over its rows, the total at the end, and zero is a dot", async () => {
  const [page] = await printed(DOCUMENTS["sums under a chart"]);

  const lines = page ? linesOf(page) : [];
  const at = (line: RegExp) => lines.findIndex((item) => line.test(item));
  const figures = (line: RegExp) => (lines[at(line)] ?? "").replace(line, "").trim().split(" ");
  const number = (figure: string | undefined) => (figure === "·" ? 0 : Number(figure));
  const [sum, first, second] = [/^Standard 1 /, /^Std 1 A /, /^Std 1 S /].map(figures);
  expect(at(/^Standard 1 /)).toBeLessThan(at(/^Std 1 A /));
  expect(at(/^School /)).toBeGreaterThan(at(/^Std 7 S /));
  expect(first).toContain("·");
  expect(sum?.map(number)).toEqual(first?.map((figure, index) => number(figure) + number(second?.[index])));
  expect(figures(/^School /).at(-1)).toBe(String(14 * 29));
});

test("the head has what columns share over their labels, and the totals stand over it as a chart", async () => {
  const [page] = await printed(DOCUMENTS["sums under a chart"]);

  const lines = page ? linesOf(page) : [];
  const totals =
    lines
      .find((line) => line.startsWith("School "))
      ?.split(" ")
      .slice(1, -1) ?? [];
  const small = page?.texts.filter(({ size, text }) => size === 7.6 && /^\d+$/.test(text.trim())) ?? [];
  expect(lines.some((line) => line.includes("Anglican Hinduism Islam"))).toBe(true);
  expect(lines.some((line) => /^Class( boys girls)+ total$/.test(line))).toBe(true);
  expect(small.sort((one, other) => one.left - other.left).map(({ text }) => text.trim())).toEqual(totals);
});

test("the day for which figures hold is in the title and at the foot", async () => {
  const [page] = await printed(DOCUMENTS["sums under a chart"]);

  const words = page ? wordsOf(page) : "";
  expect(words.match(/Religion statistics, on 13 Apr 2026/g)).toHaveLength(2);
});

test("a list that is too wide for the page lies across it, and one that is too wide for that is narrowed", async () => {
  const [upright] = await printed(statistics(3, RELIGIONS.slice(0, 3)));
  const [across] = await printed(DOCUMENTS["bands over pages"]);
  const [narrowed] = await printed(DOCUMENTS["too wide for any page"]);

  expect(upright && upright.width < upright.height).toBe(true);
  expect(across && across.width > across.height).toBe(true);
  expect(narrowed && linesOf(narrowed).filter((line) => line.startsWith("Std 1 "))).toHaveLength(2);
});

test("a band never stands alone at the end of a page, and numbers run through", async () => {
  const pages = await printed(DOCUMENTS["bands over pages"]);

  const lines = pages.map((page) =>
    linesOf(page).filter((line) => /^\d+ \w|^(Principal|Senior|Teacher|Clerk)/.test(line)),
  );
  const places = lines.flat().flatMap((line) => /^(\d+) [^,]+, /.exec(line)?.[1] ?? []);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of lines) expect(page.at(-1)).toMatch(/^\d+ /);
  expect(places.map(Number)).toEqual(Array.from({ length: 61 }, (_each, index) => index + 1));
});

test("blocks stand in two columns, each under its name and head, and go on with three rows or more", async () => {
  const pages = await printed(DOCUMENTS["blocks over pages"]);

  const columns = pages.flatMap(columnsOf).map(linesOf);
  const parts = columns.flatMap((lines) => lines.join("\n").split(/^(?=Std \d [AS] (?:Ms\.|continued))/m));
  const blocks = parts.filter((part) => part.startsWith("Std"));
  const goOn = blocks.filter((block) => block.includes("continued"));
  const rows = blocks.map((block) => block.match(/^\d+ [^,]+, /gm)?.length ?? 0);
  expect(blocks).toHaveLength(15 + goOn.length);
  expect(goOn.length).toBeGreaterThan(0);
  expect(blocks.every((block) => block.includes("\nM T W T F\n"))).toBe(true);
  expect(rows.reduce((sum, count) => sum + count, 0)).toBe(164);
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(3);
});

test("lines that belong together are at one height, also after a name that takes three", async () => {
  const [page] = await printed(DOCUMENTS["a line each contact"]);

  const lines = page ? linesOf(page) : [];
  expect(lines).toContain("Mother Patrice Alexander 555 0121 555 0117");
  expect(
    lines.some((line) => /^4 Bartholomew, Isaiah 4 Neighbour Marie- ?Antoinette 555 0133$/.test(line)),
  ).toBe(true);
  expect(lines.filter((line) => line === "Father Curtis Alexander 555 0118").length).toBeGreaterThan(8);
  expect(page && page.width < page.height).toBe(true);
});

test("long words beside the name of a class go below it", async () => {
  const aside = Array.from({ length: 9 }, () => "Mrs. A. Ramkissoon-Villafaña").join(", ");
  const rows = named(students(3));
  const [page] = await printed(listOf({ groups: [{ title: "", rows }] }, { aside }));

  expect(page && wordsOf(page)).toContain(aside);
  expect(page && linesOf(page)).toContain("Standard 4 35 students");
});

const known = new WeakMap<ListDocument, Promise<PrintedPage[]>>();

function printed(list = listOf({})): Promise<PrintedPage[]> {
  const pages = known.get(list) ?? print(list);
  known.set(list, pages);
  return pages;
}

async function print(list: ListDocument): Promise<PrintedPage[]> {
  const { pdf } = createListPrinters((data: ListDocument) => data);
  const { bytes } = await pdf(list);
  return pagesOf(bytes);
}

/** Builds names for two pages, all different. */
function manyAwkward(): string[] {
  return Array.from({ length: 4 }, (_each, index) =>
    awkwardNames.map((name) => `${name} ${index + 1}`),
  ).flat();
}

function columnsOf(page: PrintedPage): PrintedPage[] {
  const left = page.texts.filter(({ left: at }) => at < page.width / 2);
  return [left, page.texts.filter((text) => !left.includes(text))].map((texts) => ({ ...page, texts }));
}

test("the mark sheet of a class of 41 is one page, with every student, the means and the notes", async () => {
  const pages = await pagesOfSample("class-mark-sheet", "41 students");

  const words = pages.map(wordsOf).join(" ");
  expect(pages).toHaveLength(1);
  for (const text of ["Class mean", "Lowest", "Ranks are provisional", "No Test 2 yet"])
    expect(words).toContain(text);
  expect(pages.flatMap(linesOf).filter((line) => /^41 /.test(line))).toHaveLength(1);
});
