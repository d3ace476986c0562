import type { School } from "../parts/school.ts";
import { RULE, SIZE, MUTED } from "../parts/type.ts";
import {
  type WordElement,
  wordParagraph,
  emptyParagraph,
  wordRun,
  type WordStyle,
} from "../parts/word/text.ts";
import { wordLetterhead, wordTitle } from "../parts/word/letterhead.ts";
import { WordPictures } from "../parts/word/pictures.ts";
import type { WordFile } from "../parts/word/print-docx.ts";
import { wordTable, type WordContent, type WordCell } from "../parts/word/table.ts";
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

const LABEL: WordStyle = { size: SIZE.label, color: MUTED };

/** Builds the same forms as a Word file, which can be filled in before printing. */
export function registrationFormDocx({ school, title, printed, forms }: RegistrationForms): WordFile {
  const pictures = new WordPictures();
  const sections = forms.map((form) => ({ foot: form.foot, children: formFlow(form, school, pictures) }));
  return { title, author: school.name, printed, sections };
}

function formFlow(form: RegistrationForm, school: School, pictures: WordPictures): WordContent {
  const { personal, medical, family } = form;
  return [
    wordLetterhead(school, pictures, WIDTH),
    wordTitle(TITLE, form.period, WIDTH),
    ...studentPart(form, pictures),
    ...(personal ? personalPart(personal) : []),
    ...part("Medical", WIDTH),
    ...medical.groups.flatMap(({ title, ticks }) => [
      wordParagraph(wordRun(title, LABEL), { before: 3 }),
      tickTable(ticks),
      emptyParagraph(),
    ]),
    ...factLines(medical.lines, WIDTH),
    ...part("Family", WIDTH),
    ...factLines(family.home, WIDTH),
    familyTable(family),
    emptyParagraph(),
    ...factLines(family.emergency, WIDTH),
    wordParagraph(wordRun(DECLARATION, { size: 11, serif: true, italics: true }), {
      before: 8,
      after: 20,
      withNext: true,
    }),
    signatures(),
    emptyParagraph(),
  ];
}

function personalPart({ lines, ticks }: NonNullable<RegistrationForm["personal"]>): WordContent {
  return [
    ...part("Personal", WIDTH),
    ...factLines(lines, WIDTH),
    wordParagraph(ticks.flatMap(tick), { before: 4 }),
  ];
}

function studentPart({ student, picture }: RegistrationForm, pictures: WordPictures): WordContent {
  const { width: across, height, gap } = PICTURE;
  const shown = pictures.show({ path: picture, width: across, height, alternative: "The student's picture" });
  if (shown === null) return [...part("Student", WIDTH), ...factLines(student, WIDTH)];
  const width = WIDTH - across - gap;
  const cells = [
    { content: [...part("Student", width), ...factLines(student, width)] },
    { content: [wordParagraph([shown], { align: "right", before: 6 })] },
  ];
  return [wordTable([width, across + gap], [{ cells, height }], gap), emptyParagraph()];
}

function part(title: string, width: number): WordContent {
  const words = wordParagraph(wordRun(title, { size: SIZE.heading, serif: true, bold: true }), {
    before: 6,
    outline: true,
    withNext: true,
  });
  return [
    wordTable([width], [{ cells: [{ content: [words] }], height: 18, rule: RULE.frame }], 0),
    emptyParagraph(),
  ];
}

function factLines(lines: readonly FormLine[], width: number): WordContent {
  return lines.flatMap((facts) => [factTable(facts, width), emptyParagraph()]);
}

function factTable(facts: FormLine, width: number): WordElement {
  const widths = factWidths(facts, width).map((item, index) => (index === 0 ? item : item + FACT.gap));
  const cells = facts.map(({ label, value }): WordCell => ({
    content: [
      wordParagraph(wordRun(label, LABEL), { before: 2 }),
      wordParagraph(wordRun(value, { size: FACT.size }), {}),
    ],
  }));
  return wordTable(widths, [{ cells, height: 26, rule: RULE.row }], FACT.gap);
}

function tickTable(ticks: readonly FormTick[]): WordElement {
  const columns = splitIntoColumns(ticks);
  const cells = columns.map((column): WordCell => ({
    content: column.map((item) => wordParagraph(tick(item), {})),
  }));
  const width = WIDTH / 3;
  return wordTable(
    columns.map(() => width),
    [{ cells, height: 12 * 3 }],
    0,
  );
}

function tick({ label, isTicked }: FormTick): WordElement[] {
  return wordRun(`${isTicked ? "\u2611" : "\u2610"}\u00a0${label}   `, { size: FAMILY.size });
}

function familyTable({ people, rows }: RegistrationForm["family"]): WordElement {
  const width = (WIDTH - FAMILY.label) / people.length;
  const cell = (text: string, style: WordStyle): WordCell => ({
    content: [wordParagraph(wordRun(text, style), {})],
  });
  const head = ["", ...people].map((text) => cell(text, { size: FAMILY.size, bold: true }));
  return wordTable(
    [FAMILY.label, ...people.map(() => width)],
    [
      { cells: head, height: 14, rule: RULE.group, isHead: true },
      ...rows.map(({ label, values }, index) => ({
        cells: [cell(label, LABEL), ...values.map((value) => cell(value, { size: FAMILY.size }))],
        height: 14,
        rule: index === rows.length - 1 ? RULE.group : RULE.row,
      })),
    ],
    FAMILY.gap,
  );
}

function signatures(): WordElement {
  const widths = factWidths(SIGNED, WIDTH).map((item, index) => (index === 0 ? item : item + FACT.gap));
  const cells = SIGNED.map(({ label }): WordCell => ({
    content: [wordParagraph(wordRun(label, LABEL), {})],
  }));
  return wordTable(widths, [{ cells, height: 14, over: RULE.group }], FACT.gap);
}
