import { TOTAL_LINE, type FigureSheet } from "#domain/figures/figure-sheet.ts";
import { samplePrintTime, sampleSchool } from "./school.ts";
import type { AnnualReturn } from "#templates/annual-return/data.ts";

export const samples: Record<string, AnnualReturn> = {
  typical: returnOf({ 11: [12, 16, 0], 12: [85, 85, 0], 13: [91, 83, 1] }),
  "totals that differ": returnOf({ 11: [12, 16, 0] }, "=1+1"),
  "no students": returnOf({}),
};

type Ages = Readonly<Record<number, readonly [boys: number, girls: number, neither: number]>>;

/** Builds a sample return. @param label replaces the names of classes */
function returnOf(ages: Ages, label = "1A"): AnnualReturn {
  const all = Object.values(ages);
  const sum = (sex: 0 | 1 | 2) => all.reduce((total, counts) => total + counts[sex], 0);
  const isWrong = label !== "1A";
  const enrolled = [sum(0), sum(1), sum(2) + (isWrong ? 2 : 0)] as const;
  const totals = ["enrolment", "age"].map((sheet) => ({
    title: sheet === "age" ? "Age" : "Enrolment",
    figures: ["boys", "girls", "neither"].map((column) => ({ sheet, line: TOTAL_LINE, column })),
  }));
  return {
    school: sampleSchool,
    year: "2025–2026",
    printed: samplePrintTime,
    totals,
    title: "Annual Statistical Return, Primary Schools, 2025–2026",
    about: "Version 2. Figures as at 13 Apr 2026; ages on 1 Sep 2025.",
    facts: [{ label: "Address", value: "14 Cocoa Panyol Road, Poui Hill, Trinidad" }],
    others: [{ title: "Results", figure: null, meaning: "Term 2 of 2025–2026: 73 rows by form and subject" }],
    incomplete: [
      {
        title: "Sex missing",
        meaning: "counted under ‘Sex not recorded’, not as boys or girls",
        figure: { sheet: "enrolment", line: TOTAL_LINE, column: "neither" },
      },
      {
        title: "Students not in a class",
        meaning: "left out of the return until they have a class",
        figure: { count: 3 },
      },
    ],
    note: "This file names no students.",
    sheets: [sheetOf("enrolment", "Enrolment", { [label]: enrolled }), sheetOf("age", "Age", ages)],
  };
}

function sheetOf(
  id: string,
  name: string,
  counted: Readonly<Record<string, readonly [number, number, number]>>,
): FigureSheet {
  const rows = Object.entries(counted).map(([title, [boys, girls, neither]]) => ({
    key: title,
    words: { row: title },
    counts: { boys, girls, neither },
  }));
  const width = 10;
  return {
    id,
    name,
    title: `${name}, 2025–2026`,
    about: "Students in a class on 13 Apr 2026.",
    total: "School",
    columns: [
      { key: "row", title: name === "Age" ? name : "Class", kind: "text", width: 26 },
      { key: "boys", title: "Boys", over: "School", kind: "count", width },
      { key: "girls", title: "Girls", over: "School", kind: "count", width },
      { key: "neither", title: "Sex not recorded", over: "School", kind: "count", width },
      {
        key: "total",
        title: "Total",
        over: "School",
        kind: "sum",
        plus: ["boys", "girls", "neither"],
        width,
      },
      { key: "share", title: "Share", kind: "share", part: ["total"], whole: "total", ofTotal: true, width },
    ],
    groups: [{ key: "rows", title: "", rows }],
    ratios: [],
  };
}
