import type { SchoolRow } from "#db/queries/school.ts";
import { formatDate } from "#domain/dates.ts";
import { dayOf, now } from "#runtime/clock.ts";
import {
  contentTypeOf,
  fileNameOf,
  renderDocument,
  type DocumentData,
  type DocumentJob,
  type DocumentKind,
} from "#templates/index.ts";

export type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/** A document as a file, under the name that it has in a folder. */
export async function printDocument<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  name: string,
): Promise<Printed> {
  const bytes = await renderDocument(job);
  return { bytes, contentType: contentTypeOf(job.format), fileName: fileNameOf(name, job.format) };
}

/** When it is made, by the school's calendar. */
export function printedNow({
  time_zone,
}: Pick<SchoolRow, "time_zone">): DocumentData["mark-sheet"]["printed"] {
  const moment = now();
  return { at: moment.toISOString(), on: formatDate(dayOf(moment, time_zone)) };
}
