import type { Chosen } from "./chosen.ts";

export type DocumentFormat = "pdf" | "docx" | "xlsx";

export type ReportKind = {
  /** The name of the kind in the API, and the last part of its address on the screen. */
  kind: string;
  title: string;
  /** The document's heading where it differs from the title, such as `Class List` for `Class Lists`. */
  heading?: string;
  /** A description beside the title. */
  about: string;
  group: "For a class" | "For the school" | "Returns";
  /** The permission to print it: a key of the table of permissions, the same as its endpoint's. */
  access: "reports.print" | "class-lists" | "class-records" | "school-lists" | "admin";
  /** The subject of the document; instead of a class, one of its students may be chosen. */
  whose: "class" | "class or student" | "student" | "level" | "school";
  /**
   * The classes to choose from: `read` for those whose marks the person may read, `listed` for those whose students they
   * may list, `own` for those they teach as a class teacher. Missing if no class is chosen.
   */
  classes?: "read" | "listed" | "own";
  /** The other choices. */
  asks: readonly ("period" | "sheet" | "month" | "day")[];
  formats: readonly [DocumentFormat, ...DocumentFormat[]];
  /** The part of the document that each student has one of. */
  each?: "card" | "form";
  /** For a level or the whole school it is made in a batch. */
  inBatches?: boolean;
  /** Closing the viewer closes the screen too. */
  closesAll?: boolean;
  address: (chosen: Chosen) => string;
};

/** Returns the address of the document in one of its formats, for viewing or saving. */
export function documentAddress(
  { address, formats }: ReportKind,
  chosen: Chosen,
  { format, isSaved }: { format: DocumentFormat; isSaved: boolean },
): string {
  const [path, input = ""] = address(chosen).split("?");
  const query = new URLSearchParams(input);
  if (formats.length > 1 && format !== "pdf") query.set("format", ON_THE_WIRE[format]);
  if (isSaved) query.set("download", "1");
  return query.size > 0 ? `${path}?${query}` : `${path}`;
}

const ON_THE_WIRE = { docx: "docx", xlsx: "spreadsheet" };
