import { existsSync } from "node:fs";
import type { Column, Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { titleLine } from "../parts/heading.ts";
import { framedPicture } from "../parts/framed-picture.ts";
import { letterhead } from "../parts/letterhead.ts";
import { buildSectionedDocument } from "../parts/page.ts";
import { horizontalRule, signatureSection, type SignedLine } from "../parts/signatures.ts";
import { layOutText } from "../parts/text.ts";
import { INK, MUTED, RULE, SERIF, SIZE } from "../parts/type.ts";
import type { School } from "../parts/school.ts";
import {
  type FormLine,
  type FormTick,
  type RegistrationForm,
  type RegistrationForms,
  DECLARATION,
  FACT,
  FAMILY,
  splitIntoColumns,
  PICTURE,
  SIGNED,
  TITLE,
  WIDTH,
  factWidths,
} from "./data.ts";

/**
 * Lays out a form for each student: student, personal and medical data on one page, family and signature on the next.
 * Without the Personal part one page is enough, unless the values are long.
 */
export function registrationFormPdf({
  school,
  title,
  printed,
  forms,
}: RegistrationForms): TDocumentDefinitions {
  return buildSectionedDocument({
    orientation: "portrait",
    title,
    printed,
    author: school.name,
    sections: forms.map((form) => ({ foot: form.foot, content: formContent(form, school) })),
  });
}

function formContent(form: RegistrationForm, school: School): Content[] {
  const { personal, medical, family } = form;
  return [
    letterhead(school, WIDTH).content,
    titleLine(TITLE, form.period, WIDTH).content,
    studentPart(form),
    ...(personal
      ? [part("Personal", [...factLines(personal.lines.slice(0, -1)), lineWithTicks(personal)])]
      : []),
    part("Medical", [tickGroups(medical.groups), ...factLines(medical.lines)]),
    // With the Personal part, the form has two pages: the family and its signature are then on the same page.
    { stack: [heading("Family", WIDTH)], ...(personal && { pageBreak: "before" as const }) },
    ...factLines(family.home),
    familyTable(family),
    ...family.emergency.map((line) => factLine(line, WIDTH, 5)),
    signatureSection(DECLARATION, signedLines(), FACT.gap),
  ];
}

function studentPart({ student, picture }: RegistrationForm): Content {
  const hasPicture = picture !== null && existsSync(picture);
  const width = hasPicture ? WIDTH - PICTURE.width - PICTURE.gap : WIDTH;
  const left = { width, stack: [heading("Student", width, 6), ...factLines(student, width)] };
  if (!hasPicture) return left;
  const framed: Column = {
    width: PICTURE.width,
    margin: [0, 8, 0, 0],
    stack: framedPicture(picture, PICTURE),
  };
  return { columns: [left, framed], columnGap: PICTURE.gap };
}

function part(title: string, content: readonly Content[]): Content {
  return { stack: [heading(title, WIDTH), ...content], unbreakable: true };
}

function heading(text: string, width: number, above = 8.5): Content {
  return {
    margin: [0, above, 0, 1],
    stack: [{ text, font: SERIF, bold: true, fontSize: SIZE.heading }, horizontalRule(width, RULE.frame)],
  };
}

function factLines(lines: readonly FormLine[], width = WIDTH): Content[] {
  return lines.map((facts) => factLine(facts, width));
}

/** If a value wraps, all facts on its line get lower lines, so that the printed lines stay aligned for writing. */
function factLine(facts: FormLine, width: number, above = 3): Content {
  const widths = factWidths(facts, width);
  const set = facts.map(({ value }, index) =>
    layOutText(value || " ", widths[index] ?? 0, { size: FACT.size }),
  );
  const lines = Math.max(...set.map((item) => item.lines));
  return {
    margin: [0, above, 0, 0],
    unbreakable: true,
    columnGap: FACT.gap,
    columns: facts.map(({ label }, index) => ({
      width: widths[index] ?? 0,
      stack: [
        { text: label, fontSize: SIZE.label, color: MUTED, noWrap: true },
        ...(set[index] ? [set[index].content] : []),
        ...Array.from({ length: lines - (set[index]?.lines ?? 0) }, () => ({
          text: " ",
          fontSize: FACT.size,
        })),
        horizontalRule(widths[index] ?? 0, RULE.row),
      ],
    })),
  };
}

/** Lays out the Personal tab. The last line leaves its right half for the tick boxes. */
function lineWithTicks({ lines, ticks }: NonNullable<RegistrationForm["personal"]>): Content {
  const width = WIDTH * 0.61;
  const boxes = ticks.map((item) => ({ width: "auto", stack: [tick(item)] }));
  return {
    columnGap: FACT.gap,
    columns: [
      { width, stack: factLines(lines.slice(-1), width) },
      { width: "*", columns: boxes, columnGap: FACT.gap, margin: [8, 14, 0, 0] },
    ],
  };
}

function tickGroups(groups: RegistrationForm["medical"]["groups"]): Content {
  const columns = groups.map(({ title, ticks }) => ({
    width: `${(100 * ticks.length) / groups.reduce((sum, group) => sum + group.ticks.length, 0)}%`,
    stack: [
      { text: title, fontSize: SIZE.label, color: MUTED },
      { columns: splitIntoColumns(ticks).map((column) => ({ width: "*", stack: column.map(tick) })) },
    ],
  }));
  return { columns, margin: [0, 4, 0, 0] } as Content;
}

const BOX = 6.8;

function tick({ label, isTicked }: FormTick): Content {
  const box = { type: "rect" as const, x: 0, y: 0, w: BOX, h: BOX, lineWidth: RULE.group, lineColor: INK };
  const points = [
    { x: 1.4, y: 3.2 },
    { x: 3, y: 5.4 },
    { x: 7.6, y: -1.4 },
  ];
  const check = { type: "polyline" as const, points, lineWidth: 1.1, lineColor: INK };
  return {
    margin: [0, 0.8, 0, 0.8],
    columnGap: 3.5,
    columns: [
      { width: BOX, canvas: isTicked ? [box, check] : [box], margin: [0, 3.6, 0, 0] },
      { width: "auto", text: label, fontSize: FAMILY.size, noWrap: true },
    ],
  };
}

function familyTable({ people, rows }: RegistrationForm["family"]): Content {
  const width = (WIDTH - FAMILY.label) / people.length - FAMILY.gap;
  const label = (text: string) => ({ text, fontSize: SIZE.label, color: MUTED, margin: [0, 1.6, 0, 0] });
  const head = ["", ...people.map((text) => ({ text, bold: true, fontSize: FAMILY.size }))];
  const body = rows.map((row) => [
    label(row.label),
    ...row.values.map((value) => layOutText(value, width, { size: FAMILY.size }).content),
  ]);
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [FAMILY.label, ...people.map(() => width)],
      body: [head, ...body] as Content[][],
    },
    layout: {
      hLineWidth: (line) => (line === 0 ? 0 : line === rows.length + 1 || line === 1 ? RULE.group : RULE.row),
      vLineWidth: () => 0,
      hLineColor: () => INK,
      paddingLeft: (column) => (column === 0 ? 0 : FAMILY.gap),
      paddingRight: () => 0,
      paddingTop: () => 0.3,
      paddingBottom: () => 0.3,
    },
  };
}

function signedLines(): SignedLine[] {
  const widths = factWidths(SIGNED, WIDTH);
  return SIGNED.map(({ label }, index) => ({ label, width: widths[index] ?? 0 }));
}
