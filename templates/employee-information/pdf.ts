import { existsSync } from "node:fs";
import { buildListSection } from "../list/pdf/list.ts";
import { framedPicture } from "../parts/framed-picture.ts";
import { labelledFactsRow, sectionHeading, titleLine, type LabelledFact } from "../parts/heading.ts";
import { letterhead } from "../parts/letterhead.ts";
import { pageFrame, buildSectionedDocument } from "../parts/page.ts";
import { ruledTableLayout } from "../parts/rules.ts";
import { layOutText } from "../parts/text.ts";
import { signatureSection } from "../parts/signatures.ts";
import { INK_COLOUR, MUTED_COLOUR, RULE_WEIGHTS, SERIF_FONT, FONT_SIZES } from "../parts/type.ts";
import type { Column, Content, ContentText, TDocumentDefinitions } from "pdfmake/interfaces.js";
import type { ListHeading, ListColumn, ListDocument } from "../list/data.ts";

/** The list of all staff, by post in order of rank, followed by a page for each employee to check and sign. */
export type EmployeeInformation = ListHeading & {
  posts: readonly { title: string; employees: readonly ListedEmployee[] }[];
  employees: readonly EmployeeRecord[];
  /** The date below the title of each record, such as `13 Apr 2026`. */
  day: string;
};

export type ListedEmployee = {
  /** The name with its title, such as `Ramkissoon, Mrs. Anjanie`. */
  name: string;
  /** The acting post, such as `acting Head of Department since 2 Sep 2024`; empty if the employee acts in none. */
  acting: string;
  teacherNumber: string | null;
  class: string | null;
  department: string | null;
  /** Days such as `2025-09-01`; null when unknown. */
  inPostSince: string | null;
  inTeachingSince: string | null;
  atSchoolSince: string | null;
  qualification: string | null;
};

export type EmployeeRecord = {
  name: string;
  post: string;
  /** The path of an opaque JPEG; null if there is no picture. */
  picture: string | null;
  identifiers: readonly LabelledFact[];
  /** The lines of personal facts: the person, their phones and address, and the next of kin. */
  personal: readonly (readonly LabelledFact[])[];
  service: readonly { day: string; what: string; as: string; years: string }[];
  documents: readonly { title: string; day: string }[];
  /** The title of the teaching section, such as `Teaching, 2025–2026`. */
  teachingTitle: string;
  teaching: readonly { label: string; value: string }[];
  qualifications: readonly { title: string; detail: string }[];
  foot: readonly string[];
};

const WIDTH = pageFrame("portrait").textWidth;
const PICTURE = { width: 74, height: 94 };
const GAP = 26;
const SERVICE = 292;
const LABEL = 152;
const NAME = 23;
const POST = 13;
const DECLARATION = "I have checked the information on this page, and it is correct.";
const SIGNED = [
  { label: "Signature of the employee", width: 190 },
  { label: "Principal", width: 150 },
  { label: "Date", width: 99 },
];

export function employeeInformationPdf(data: EmployeeInformation): TDocumentDefinitions {
  const { title, printed, school } = data;
  const records = data.employees.map((employee) => ({
    foot: employee.foot,
    content: recordContent(employee, data),
  }));
  return buildSectionedDocument({
    orientation: "portrait",
    title,
    printed,
    author: school.name,
    sections: [buildListSection(staffList(data)), ...records],
  });
}

function recordContent(employee: EmployeeRecord, { school, day }: EmployeeInformation): Content[] {
  const { personal, qualifications, teaching, teachingTitle } = employee;
  return [
    letterhead(school, WIDTH).content,
    titleLine("Employee Information", day, WIDTH).content,
    headOf(employee),
    sectionHeading("Personal", WIDTH).content,
    ...personal.map((facts) => labelledFactsRow(facts, WIDTH, 4).content),
    serviceAndDocuments(employee),
    ...pairs(
      teachingTitle,
      teaching.map(({ label, value }) => [muted(label), plain(value)]),
    ),
    ...pairs(
      "Qualifications",
      qualifications.map(({ title, detail }) => [plain(title), muted(detail)]),
    ),
    signatureSection(DECLARATION, SIGNED, 24),
  ];
}

function headOf({ name, post, picture, identifiers }: EmployeeRecord): Content {
  const hasPicture = picture !== null && existsSync(picture);
  const width = hasPicture ? WIDTH - PICTURE.width - GAP : WIDTH;
  const style = { family: SERIF_FONT, size: NAME };
  const left: Column = {
    width,
    stack: [
      layOutText(name, width, style, { font: SERIF_FONT }).content,
      { text: post || " ", font: SERIF_FONT, italics: true, fontSize: POST, color: MUTED_COLOUR },
      labelledFactsRow(identifiers, width, 8).content,
    ],
  };
  const right: Column[] = hasPicture
    ? [{ width: PICTURE.width, stack: framedPicture(picture, PICTURE) }]
    : [];
  return { columns: [left, ...right], columnGap: GAP, margin: [0, 6, 0, 0] };
}

/** Lays out the years of service as a timeline, and beside it the documents that were handed in. */
function serviceAndDocuments({ service, documents }: EmployeeRecord): Content {
  const right = WIDTH - SERVICE - GAP;
  const lines = service.map(({ day, what, as, years }): Content[] => [
    { text: day, alignment: "right" },
    { text: as === "" ? what : [what, { text: `, ${as}`, italics: true }] },
    { text: years, alignment: "right", color: MUTED_COLOUR },
  ]);
  const files = documents.map(({ title, day }): Content[] => [
    layOutText(title, right - 70, { size: FONT_SIZES.table }).content,
    { text: day, alignment: "right", color: MUTED_COLOUR },
  ]);
  return {
    columnGap: GAP,
    columns: [
      {
        width: SERVICE,
        stack: [sectionHeading("Service", SERVICE).content, tableOf([58, SERVICE - 134, 56], lines)],
      },
      {
        width: right,
        stack: [sectionHeading("Documents uploaded", right).content, tableOf([right - 70, 60], files)],
      },
    ],
  };
}

function pairs(title: string, rows: readonly Content[][]): Content[] {
  return [sectionHeading(title, WIDTH).content, tableOf([LABEL, WIDTH - LABEL - 10], rows)];
}

/** Lays out a table. Without rows it says that nothing is recorded, because a gap would look like an error. */
function tableOf(widths: number[], rows: readonly Content[][]): Content {
  if (rows.length === 0)
    return { text: "not recorded", italics: true, color: MUTED_COLOUR, margin: [0, 4, 0, 0] };
  const lines = [RULE_WEIGHTS.frame, ...rows.slice(1).map(() => RULE_WEIGHTS.row), RULE_WEIGHTS.frame];
  return {
    table: { widths, body: rows.map((row) => [...row]), dontBreakRows: true },
    layout: ruledTableLayout({ lines, headRows: 0, padding: 1.6, gap: 10 }),
    margin: [0, 2, 0, 0],
  };
}

function plain(text: string): ContentText {
  return { text, color: INK_COLOUR };
}

function muted(text: string): ContentText {
  return { text, color: MUTED_COLOUR };
}

const COLUMNS: readonly ListColumn[] = [
  { key: "name", title: "Name", kind: "text", width: 168 },
  { key: "teacherNumber", title: "Teacher number", kind: "text", width: 58 },
  { key: "class", title: "Class", kind: "text", width: 98 },
  { key: "department", title: "Department or subject", kind: "text", width: 84 },
  { key: "inPostSince", title: "In this post since", kind: "date", width: 52 },
  { key: "inTeachingSince", title: "In the teaching service since", kind: "date", width: 60 },
  { key: "atSchoolSince", title: "At this school since", kind: "date", width: 52 },
  { key: "qualification", title: "Qualification", kind: "text", width: "*", unknown: "not recorded" },
];

/** Builds the first pages: every employee in a few lines, in landscape. */
export function staffList({ posts, employees: _, day: _day, ...heading }: EmployeeInformation): ListDocument {
  const groups = posts.map(({ title, employees }) => ({
    title,
    aside: String(employees.length),
    rows: employees.map(({ name, acting, ...row }: ListedEmployee) => ({
      ...row,
      name: acting === "" ? name : { value: name, under: acting },
    })),
  }));
  return { ...heading, tables: [{ columns: COLUMNS, groups, numbered: "through" }] };
}
