import { transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { getLocalPath, copyPicturesToThisMachine } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";
import { tooManyRequests } from "#runtime/errors.ts";
import {
  documentContentType,
  countWaitingDocuments,
  documentFileName,
  renderDocument,
  type DocumentData,
  type DocumentJob,
  type DocumentKind,
} from "#templates/index.ts";

export type PrintedDocument = { bytes: Uint8Array; contentType: string; fileName: string };

/** The format of a document. `signal` aborts when the client has disconnected. */
export type PrintFormatAndSignal<Format> = { format: Format; signal: AbortSignal };

/** A request to make a document. A person's documents are made one at a time, small documents first. */
type Order = { name: string; person: Person; signal: AbortSignal; isLarge?: boolean };

/** The number of documents of one account that may wait in one process, besides the document that is being made. */
const MOST_WAITING = 5;
const CROWDED =
  "Several documents that you opened are still being made. Wait until they have opened, then try again.";
const CROWDED_SECONDS = 10;

/** Makes a document and its file name. @throws tooManyRequests while too many of the person's documents are waiting */
export async function printDocument<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  { name, person, signal, isLarge = false }: Order,
): Promise<PrintedDocument> {
  if (countWaitingDocuments(person.accountId) >= MOST_WAITING)
    throw tooManyRequests(CROWDED, CROWDED_SECONDS);
  await copyPicturesToThisMachine(job.data);
  const { bytes } = await renderDocument(job, { owner: person.accountId, isLarge, signal });
  return {
    bytes,
    contentType: documentContentType(job.format),
    fileName: documentFileName(name, job.format),
  };
}

const making = new Map<number, number>();

/** Refuses a request, before any data is read, if too many of the person's documents are waiting. @throws tooManyRequests */
export async function limitPendingDocuments<Made>(
  { accountId }: Person,
  make: () => Promise<Made>,
): Promise<Made> {
  const others = making.get(accountId) ?? 0;
  if (others > MOST_WAITING) throw tooManyRequests(CROWDED, CROWDED_SECONDS);
  making.set(accountId, others + 1);
  try {
    return await make();
  } finally {
    const left = (making.get(accountId) ?? 1) - 1;
    if (left > 0) making.set(accountId, left);
    else making.delete(accountId);
  }
}

/** A document that takes data about many children out of the school, and is logged as a security event. */
export type LoggedDocument = {
  kind: "cards-printed" | "forms-printed" | "exported";
  /** The file name. It may contain classes but never a child's name. */
  fileName: string;
  address: string;
};

export function logDocument(person: Person, { kind, fileName, address }: LoggedDocument): Promise<void> {
  const event = { kind, accountId: person.accountId, address, detail: fileName };
  return transaction(person, (t) => recordSecurityEvent(event, t));
}

/** Returns the time of printing for the document, with the date in the school's time zone. */
export function getPrintTime({
  time_zone,
}: Pick<SchoolRow, "time_zone">): DocumentData["mark-sheet"]["printed"] {
  const moment = now();
  return { at: moment.toISOString(), on: formatDate(toCalendarDay(moment, time_zone)) };
}

/** Builds the letterhead. Empty values become null so that they leave no blank line. */
export function toLetterhead({
  name,
  motto,
  address,
  logo,
}: SchoolRow): DocumentData["report-card"]["school"] {
  return { name, motto: motto || null, address: address || null, logo: logo && getLocalPath(logo) };
}
