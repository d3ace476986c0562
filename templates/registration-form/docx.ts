import type { School } from "../parts/school.ts";
import { RULE_WEIGHTS, FONT_SIZES, MUTED_COLOUR } from "../parts/type.ts";
import {
  type DocxElement,
  docxParagraph,
  emptyParagraph,
  docxTextRun,
  type DocxTextStyle,
} from "../parts/word/text.ts";
import { docxLetterhead, docxTitle } from "../parts/word/letterhead.ts";
import { DocxPictures } from "../parts/word/pictures.ts";
import type { DocxFile } from "../parts/word/print-docx.ts";
import { docxTable, type DocxContent, type DocxCell } from "../parts/word/table.ts";
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

const LABEL: DocxTextStyle = { size: FONT_SIZES.label, color: MUTED_COLOUR };

/** Builds registration forms as a Word file, which can be filled in before printing. */
export function registrationFormDocx({ school, title, printed, forms }: RegistrationForms): DocxFile {
  const pictures = new DocxPictures();
  const sections = forms.map((form) => ({ foot: form.foot, children: formFlow(form, school, pictures) }));
  return { title, author: school.name, printed, sections };
}

function formFlow(form: RegistrationForm, school: School, pictures: DocxPictures): DocxContent {
  const { personal, medical, family } = form;
  return [
    docxLetterhead(school, pictures, FORM_WIDTH),
    docxTitle(REGISTRATION_FORM_TITLE, form.period, FORM_WIDTH),
    ...studentPart(form, pictures),
    ...(personal ? personalPart(personal) : []),
    ...part("Medical", FORM_WIDTH),
    ...medical.groups.flatMap(({ title, ticks }) => [
      docxParagraph(docxTextRun(title, LABEL), { before: 3 }),
      tickTable(ticks),
      emptyParagraph(),
    ]),
    ...factLines(medical.lines, FORM_WIDTH),
    ...part("Family", FORM_WIDTH),
    ...factLines(family.home, FORM_WIDTH),
    familyTable(family),
    emptyParagraph(),
    ...factLines(family.emergency, FORM_WIDTH),
    docxParagraph(docxTextRun(REGISTRATION_DECLARATION, { size: 11, serif: true, italics: true }), {
      before: 8,
      after: 20,
      withNext: true,
    }),
    signatures(),
    emptyParagraph(),
  ];
}

function personalPart({ lines, ticks }: NonNullable<RegistrationForm["personal"]>): DocxContent {
  return [
    ...part("Personal", FORM_WIDTH),
    ...factLines(lines, FORM_WIDTH),
    docxParagraph(ticks.flatMap(tick), { before: 4 }),
  ];
}

function studentPart({ student, picture }: RegistrationForm, pictures: DocxPictures): DocxContent {
  const { width: across, height, gap } = FORM_PICTURE_SIZE;
  const shown = pictures.show({ path: picture, width: across, height, alternative: "The student's picture" });
  if (shown === null) return [...part("Student", FORM_WIDTH), ...factLines(student, FORM_WIDTH)];
  const width = FORM_WIDTH - across - gap;
  const cells = [
    { content: [...part("Student", width), ...factLines(student, width)] },
    { content: [docxParagraph([shown], { align: "right", before: 6 })] },
  ];
  return [docxTable([width, across + gap], [{ cells, height }], gap), emptyParagraph()];
}

function part(title: string, width: number): DocxContent {
  const words = docxParagraph(docxTextRun(title, { size: FONT_SIZES.heading, serif: true, bold: true }), {
    before: 6,
    outline: true,
    withNext: true,
  });
  return [
    docxTable([width], [{ cells: [{ content: [words] }], height: 18, rule: RULE_WEIGHTS.frame }], 0),
    emptyParagraph(),
  ];
}

function factLines(lines: readonly FormLine[], width: number): DocxContent {
  return lines.flatMap((facts) => [factTable(facts, width), emptyParagraph()]);
}

function factTable(facts: FormLine, width: number): DocxElement {
  const widths = factWidths(facts, width).map((item, index) =>
    index === 0 ? item : item + FORM_FACT_LAYOUT.gap,
  );
  const cells = facts.map(({ label, value }): DocxCell => ({
    content: [
      docxParagraph(docxTextRun(label, LABEL), { before: 2 }),
      docxParagraph(docxTextRun(value, { size: FORM_FACT_LAYOUT.size }), {}),
    ],
  }));
  return docxTable(widths, [{ cells, height: 26, rule: RULE_WEIGHTS.row }], FORM_FACT_LAYOUT.gap);
}

function tickTable(ticks: readonly FormTick[]): DocxElement {
  const columns = splitIntoColumns(ticks);
  const cells = columns.map((column): DocxCell => ({
    content: column.map((item) => docxParagraph(tick(item), {})),
  }));
  const width = FORM_WIDTH / 3;
  return docxTable(
    columns.map(() => width),
    [{ cells, height: 12 * 3 }],
    0,
  );
}

function tick({ label, isTicked }: FormTick): DocxElement[] {
  return docxTextRun(`${isTicked ? "\u2611" : "\u2610"}\u00a0${label}   `, { size: FORM_FAMILY_LAYOUT.size });
}

function familyTable({ people, rows }: RegistrationForm["family"]): DocxElement {
  const width = (FORM_WIDTH - FORM_FAMILY_LAYOUT.label) / people.length;
  const cell = (text: string, style: DocxTextStyle): DocxCell => ({
    content: [docxParagraph(docxTextRun(text, style), {})],
  });
  const head = ["", ...people].map((text) => cell(text, { size: FORM_FAMILY_LAYOUT.size, bold: true }));
  return docxTable(
    [FORM_FAMILY_LAYOUT.label, ...people.map(() => width)],
    [
      { cells: head, height: 14, rule: RULE_WEIGHTS.group, isHead: true },
      ...rows.map(({ label, values }, index) => ({
        cells: [cell(label, LABEL), ...values.map((value) => cell(value, { size: FORM_FAMILY_LAYOUT.size }))],
        height: 14,
        rule: index === rows.length - 1 ? RULE_WEIGHTS.group : RULE_WEIGHTS.row,
      })),
    ],
    FORM_FAMILY_LAYOUT.gap,
  );
}

function signatures(): DocxElement {
  const widths = factWidths(SIGNATURE_FIELDS, FORM_WIDTH).map((item, index) =>
    index === 0 ? item : item + FORM_FACT_LAYOUT.gap,
  );
  const cells = SIGNATURE_FIELDS.map(({ label }): DocxCell => ({
    content: [docxParagraph(docxTextRun(label, LABEL), {})],
  }));
  return docxTable(widths, [{ cells, height: 14, over: RULE_WEIGHTS.group }], FORM_FACT_LAYOUT.gap);
}
