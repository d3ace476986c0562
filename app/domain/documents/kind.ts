import type { Chosen } from "./chosen.ts";

export type DocumentFormat = "pdf" | "docx" | "xlsx";

export type ReportKind = {
  /** As the specification calls it (T2); the last part of its address on the screen. */
  kind: string;
  title: string;
  /** Over the document itself, where the title is that of many. */
  heading?: string;
  /** What it is, beside the title. */
  about: string;
  group: "Of a class" | "Of the school" | "Returns";
  /** Who prints it: a key of the table of permissions, the same as its endpoint's. */
  access: "reports.print" | "class-lists" | "class-records" | "school-lists" | "admin";
  /** Whose document it is; in a class's place one of its students may be chosen. */
  whose: "class" | "class or student" | "student" | "level" | "school";
  /** Which classes somebody has: those they read, those whose people they list, or their own, and all in the office. */
  classes?: "read" | "listed" | "own";
  /** What else is chosen. */
  asks: readonly ("period" | "sheet" | "month" | "day")[];
  formats: readonly [DocumentFormat, ...DocumentFormat[]];
  /** What each student has one of in it. */
  each?: "card" | "form";
  /** Of a level or of the whole school it is made in a batch. */
  inBatches?: boolean;
  /** Closing the viewer closes the screen as well (T2). */
  closesAll?: boolean;
  address: (chosen: Chosen) => string;
};

/** Where the document is had, in one of its formats, shown or saved. */
export function documentAddress(
  { address, formats }: ReportKind,
  chosen: Chosen,
  { format, isSaved }: { format: DocumentFormat; isSaved: boolean },
): string {
  const [path, asked = ""] = address(chosen).split("?");
  const query = new URLSearchParams(asked);
  if (formats.length > 1 && format !== "pdf") query.set("format", ON_THE_WIRE[format]);
  if (isSaved) query.set("download", "1");
  return query.size > 0 ? `${path}?${query}` : `${path}`;
}

const ON_THE_WIRE = { docx: "docx", xlsx: "spreadsheet" };
