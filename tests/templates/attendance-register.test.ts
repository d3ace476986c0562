import readSpreadsheet from "read-excel-file/node";
import { expect, test } from "vitest";
import { linesOf, wordsOf } from "./pdf-reader.ts";
import { pagesOfSample, renderedSample } from "./samples.ts";

test("a class of 35 in a month of 23 days is one page, with the totals and where it is signed", async () => {
  for (const name of ["typical", "every day of a month"]) {
    const [page, second] = await pagesOfSample("attendance-register", name);

    const words = page ? wordsOf(page) : "";

    expect(second, name).toBeUndefined();
    for (const fact of [
      "Attendance Register",
      "September 2025",
      "Boys present",
      "Form teacher",
      "Page 1 of 1",
    ])
      expect(words).toContain(fact);
  }
});

test("each student has a line of days and figures; a half is written as one", async () => {
  const [page] = await pagesOfSample("attendance-register", "typical");

  const lines = page ? linesOf(page) : [];

  expect(lines.find((line) => line.startsWith("2 Bachan, Rohan"))).toMatch(
    /^2 Bachan, Rohan M .*14½ ½ 1 97%$/,
  );
  expect(lines.find((line) => line.startsWith("5 Caesar, Amara"))).toMatch(/^5 Caesar, Amara F – – – – – /);
});

test("a holiday is written down its column, and said under the table where the class is too small for it", async () => {
  const [whole] = await pagesOfSample("attendance-register", "typical");
  const [small] = await pagesOfSample("attendance-register", "three students");

  const letters = (page: typeof whole) =>
    page?.texts.filter(({ text }) => /^[RepublicDay]$/.test(text)).length;
  expect(letters(whole)).toBeGreaterThanOrEqual("RepublicDay".length);
  expect(small && wordsOf(small)).toContain("Not marked: 19. Republic Day: 24.");
});

test("a second page has the head again and every student is on one of them", async () => {
  const pages = await pagesOfSample("attendance-register", "forty-eight students");

  const numbers = pages.flatMap(linesOf).flatMap((line) => /^(\d+) \D.* [MF] /.exec(line)?.[1] ?? []);

  expect(pages).toHaveLength(2);
  expect(pages.every((page) => linesOf(page).some((line) => line.startsWith("Name 8 9 10")))).toBe(true);
  expect(new Set(numbers).size).toBeGreaterThan(40);
});

test("the spreadsheet counts days as numbers and per cent as one", async () => {
  const { bytes } = await renderedSample("attendance-register", "typical", "xlsx");

  const [sheet] = await readSpreadsheet(Buffer.from(bytes));
  const rows = sheet?.data ?? [];

  expect(rows[4]?.slice(0, 4)).toEqual(["#", "Name", "Sex", "M 8"]);
  expect(rows[6]?.slice(-4)).toEqual([14.5, 0.5, 1, 0.97]);
  expect(rows.some((row) => row[0] === "Republic Day: 24.")).toBe(true);
});
