import {
  joinBlockContents,
  sumBlockHeights,
  type MeasuredBlock,
  pageFrame,
  buildDocument,
} from "../parts/page.ts";
import {
  subjectAndCountsLine,
  labelledFactsRow,
  noDataText,
  titleLine,
  type LabelledFact,
} from "../parts/heading.ts";
import { abbreviationKeyLine, numberedKey } from "../parts/key.ts";
import { compactLetterhead, letterhead } from "../parts/letterhead.ts";
import { sheetCountsLine, type MarkSheet } from "./data.ts";
import { planSheet, type SheetPlan, sheetTable } from "./table.ts";
import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js";

export function markSheetPdf(sheet: MarkSheet): TDocumentDefinitions {
  const plan = planSheet(sheet);
  return buildDocument({
    orientation: plan.orientation,
    title: `${sheet.title}, ${sheet.subject}, ${sheet.classLabel}`,
    foot: [
      `${sheet.subject}, ${sheet.classLabel}`,
      sheet.testTitle,
      periodOf(sheet),
      `printed ${sheet.printed.on}`,
    ],
    printed: sheet.printed,
    author: sheet.school.name,
    content: contentOfSheet(sheet, plan),
  });
}

function contentOfSheet(sheet: MarkSheet, plan: SheetPlan): Content[] {
  const { textWidth, textHeight } = pageFrame(plan.orientation);
  const head = plan.orientation === "portrait" ? portraitTop : landscapeTop;
  const top = [...head(sheet, textWidth), numberedKey(plan.criterionKey, textWidth)];
  if (sheet.students.length === 0) return [...joinBlockContents(top), noDataText()];
  const bottom = [abbreviationKeyLine(sheet.keys, sheet.notes, textWidth)];
  const table = sheetTable(sheet, plan, {
    width: textWidth,
    first: textHeight - sumBlockHeights(top),
    next: textHeight,
    tail: sumBlockHeights(bottom),
  });
  return [...joinBlockContents(top), table, ...joinBlockContents(bottom)];
}

function portraitTop(sheet: MarkSheet, width: number): MeasuredBlock[] {
  return [
    letterhead(sheet.school, width),
    titleLine(sheet.title, periodOf(sheet), width),
    subjectAndCountsLine({ text: sheet.subject, counts: sheetCountsLine(sheet.totals, sheet.blank), width }),
    labelledFactsRow([{ label: "Class", value: sheet.classLabel, share: 1.2 }, ...factsOf(sheet)], width, 3),
  ];
}

function landscapeTop(sheet: MarkSheet, width: number): MeasuredBlock[] {
  const { school, title, subject, classLabel } = sheet;
  const counts = sheetCountsLine(sheet.totals, sheet.blank);
  return [
    compactLetterhead({ school, title, about: `${subject}, ${classLabel}`, period: periodOf(sheet), width }),
    labelledFactsRow([...factsOf(sheet), { label: "Students", value: counts.plain, share: 1.6 }], width, 7),
  ];
}

function factsOf({ teacher, testTitle, testDate, scheme }: MarkSheet): LabelledFact[] {
  const facts = [
    { label: "Teacher", value: teacher, share: 1.6 },
    { label: "Test", value: testTitle, share: 1.4 },
    { label: "Date of test", value: testDate ?? "", share: 1 },
  ];
  return scheme.by === "mark"
    ? [...facts, { label: "Maximum mark", value: String(scheme.maxMark), share: 0.8 }]
    : facts;
}

function periodOf({ term, year }: MarkSheet): string {
  return `${term}, ${year}`;
}
