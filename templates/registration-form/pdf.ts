import { existsSync } from "node:fs";
import type { Column, Content, TDocumentDefinitions } from "pdfmake/interfaces.js";
import { titleLine } from "../parts/heading.ts";
import { framedPicture } from "../parts/framed-picture.ts";
import { letterhead } from "../parts/letterhead.ts";
import { buildSectionedDocument } from "../parts/page.ts";
import { horizontalRule, signatureSection, type SignedLine } from "../parts/signatures.ts";
import { layOutText } from "../parts/text.ts";
import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS, SERIF_FONT, FONT_SIZES } from "../parts/type.ts";
import type { School } from "../parts/school.ts";
import {
  type FormLine,
  type FormTick,
  type RegistrationForm,
  type RegistrationForms,
  REGISTRATION_DECLARATION,
  FORM_FACT_LAYOUT,
  FORM_FAMILY_LAYOUT,
  splitIntoColumns,
  FORM_PICTURE_SIZE,
  SIGNATURE_FIELDS,
  REGISTRATION_FORM_TITLE,
  FORM_WIDTH,
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
    letterhead(school, FORM_WIDTH).content,
    titleLine(REGISTRATION_FORM_TITLE, form.period, FORM_WIDTH).content,
    studentPart(form),
    ...(personal
      ? [part("Personal", [...factLines(personal.lines.slice(0, -1)), lineWithTicks(personal)])]
      : []),
    part("Medical", [tickGroups(medical.groups), ...factLines(medical.lines)]),
    // With the Personal part, the form has two pages: the family and its signature are then on the same page.
    { stack: [heading("Family", FORM_WIDTH)], ...(personal && { pageBreak: "before" as const }) },
    ...factLines(family.home),
    familyTable(family),
    ...family.emergency.map((line) => factLine(line, FORM_WIDTH, 5)),
    signatureSection(REGISTRATION_DECLARATION, signedLines(), FORM_FACT_LAYOUT.gap),
  ];
}

function studentPart({ student, picture }: RegistrationForm): Content {
  const hasPicture = picture !== null && existsSync(picture);
  const width = hasPicture ? FORM_WIDTH - FORM_PICTURE_SIZE.width - FORM_PICTURE_SIZE.gap : FORM_WIDTH;
  const left = { width, stack: [heading("Student", width, 6), ...factLines(student, width)] };
  if (!hasPicture) return left;
  const framed: Column = {
    width: FORM_PICTURE_SIZE.width,
    margin: [0, 8, 0, 0],
    stack: framedPicture(picture, FORM_PICTURE_SIZE),
  };
  return { columns: [left, framed], columnGap: FORM_PICTURE_SIZE.gap };
}

function part(title: string, content: readonly Content[]): Content {
  return { stack: [heading(title, FORM_WIDTH), ...content], unbreakable: true };
}

function heading(text: string, width: number, above = 8.5): Content {
  return {
    margin: [0, above, 0, 1],
    stack: [
      { text, font: SERIF_FONT, bold: true, fontSize: FONT_SIZES.heading },
      horizontalRule(width, RULE_WEIGHTS.frame),
    ],
  };
}

function factLines(lines: readonly FormLine[], width = FORM_WIDTH): Content[] {
  return lines.map((facts) => factLine(facts, width));
}

/** If a value wraps, the printed lines below the facts beside it move down too, so that all stay aligned for writing. */
function factLine(facts: FormLine, width: number, above = 3): Content {
  const widths = factWidths(facts, width);
  const set = facts.map(({ value }, index) =>
    layOutText(value || " ", widths[index] ?? 0, { size: FORM_FACT_LAYOUT.size }),
  );
  const lines = Math.max(...set.map((item) => item.lines));
  return {
    margin: [0, above, 0, 0],
    unbreakable: true,
    columnGap: FORM_FACT_LAYOUT.gap,
    columns: facts.map(({ label }, index) => ({
      width: widths[index] ?? 0,
      stack: [
        { text: label, fontSize: FONT_SIZES.label, color: MUTED_COLOUR, noWrap: true },
        ...(set[index] ? [set[index].content] : []),
        ...Array.from({ length: lines - (set[index]?.lines ?? 0) }, () => ({
          text: " ",
          fontSize: FORM_FACT_LAYOUT.size,
        })),
        horizontalRule(widths[index] ?? 0, RULE_WEIGHTS.row),
      ],
    })),
  };
}

/** Lays out the last line of the Personal tab, with the tick boxes at its right. */
function lineWithTicks({ lines, ticks }: NonNullable<RegistrationForm["personal"]>): Content {
  const width = FORM_WIDTH * 0.3;
  const boxes = ticks.map((item) => ({ width: "auto", stack: [tick(item)] }));
  return {
    columnGap: FORM_FACT_LAYOUT.gap,
    columns: [
      { width, stack: factLines(lines.slice(-1), width) },
      { width: "*", columns: boxes, columnGap: FORM_FACT_LAYOUT.gap, margin: [8, 14, 0, 0] },
    ],
  };
}

function tickGroups(groups: RegistrationForm["medical"]["groups"]): Content {
  const columns = groups.map(({ title, ticks }) => ({
    width: `${(100 * ticks.length) / groups.reduce((sum, group) => sum + group.ticks.length, 0)}%`,
    stack: [
      { text: title, fontSize: FONT_SIZES.label, color: MUTED_COLOUR },
      { columns: splitIntoColumns(ticks).map((column) => ({ width: "*", stack: column.map(tick) })) },
    ],
  }));
  return { columns, margin: [0, 4, 0, 0] } as Content;
}

const BOX = 6.8;

function tick({ label, isTicked }: FormTick): Content {
  const box = {
    type: "rect" as const,
    x: 0,
    y: 0,
    w: BOX,
    h: BOX,
    lineWidth: RULE_WEIGHTS.group,
    lineColor: INK_COLOUR,
  };
  const points = [
    { x: 1.4, y: 3.2 },
    { x: 3, y: 5.4 },
    { x: 7.6, y: -1.4 },
  ];
  const check = { type: "polyline" as const, points, lineWidth: 1.1, lineColor: INK_COLOUR };
  return {
    margin: [0, 0.8, 0, 0.8],
    columnGap: 3.5,
    columns: [
      { width: BOX, canvas: isTicked ? [box, check] : [box], margin: [0, 3.6, 0, 0] },
      { width: "auto", text: label, fontSize: FORM_FAMILY_LAYOUT.size, noWrap: true },
    ],
  };
}

function familyTable({ people, rows }: RegistrationForm["family"]): Content {
  const width = (FORM_WIDTH - FORM_FAMILY_LAYOUT.label) / people.length - FORM_FAMILY_LAYOUT.gap;
  const label = (text: string) => ({
    text,
    fontSize: FONT_SIZES.label,
    color: MUTED_COLOUR,
    margin: [0, 1.6, 0, 0],
  });
  const head = ["", ...people.map((text) => ({ text, bold: true, fontSize: FORM_FAMILY_LAYOUT.size }))];
  const body = rows.map((row) => [
    label(row.label),
    ...row.values.map((value) => layOutText(value, width, { size: FORM_FAMILY_LAYOUT.size }).content),
  ]);
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [FORM_FAMILY_LAYOUT.label, ...people.map(() => width)],
      body: [head, ...body] as Content[][],
    },
    layout: {
      hLineWidth: (line) =>
        line === 0 ? 0 : line === rows.length + 1 || line === 1 ? RULE_WEIGHTS.group : RULE_WEIGHTS.row,
      vLineWidth: () => 0,
      hLineColor: () => INK_COLOUR,
      paddingLeft: (column) => (column === 0 ? 0 : FORM_FAMILY_LAYOUT.gap),
      paddingRight: () => 0,
      paddingTop: () => 0.3,
      paddingBottom: () => 0.3,
    },
  };
}

function signedLines(): SignedLine[] {
  const widths = factWidths(SIGNATURE_FIELDS, FORM_WIDTH);
  return SIGNATURE_FIELDS.map(({ label }, index) => ({ label, width: widths[index] ?? 0 }));
}
