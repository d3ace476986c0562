import { transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import { toCalendarDay, formatDate } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { bringImages } from "#files/images-on-this-machine.server.ts";
import { pathOf } from "#files/store.server.ts";
import { now } from "#runtime/clock.ts";
import { tooMany } from "#runtime/errors.ts";
import {
  contentTypeOf,
  documentsWaiting,
  fileNameOf,
  renderDocument,
  type DocumentData,
  type DocumentJob,
  type DocumentKind,
} from "#templates/index.ts";

export type Printed = { bytes: Uint8Array; contentType: string; fileName: string };

/** The format of a document; `signal` aborts when nobody waits for the document any longer. */
export type Print<Format> = { format: Format; signal: AbortSignal };

/** An order for a document. Each person's documents are made one at a time; large ones come after small ones. */
type Order = { name: string; person: Person; signal: AbortSignal; isLarge?: boolean };

/** The limit for one account and process, not counting the document that is being made. */
const MOST_WAITING = 5;
const CROWDED =
  "Several documents that you opened are still being made. Wait until they have opened, then try again.";
const CROWDED_SECONDS = 10;

/** Makes a file with a name for a folder. @throws tooMany while too many of the person's documents wait */
export async function printDocument<Kind extends DocumentKind>(
  job: DocumentJob<Kind>,
  { name, person, signal, isLarge = false }: Order,
): Promise<Printed> {
  if (documentsWaiting(person.accountId) >= MOST_WAITING) throw tooMany(CROWDED, CROWDED_SECONDS);
  await bringImages(job.data);
  const { bytes } = await renderDocument(job, { owner: person.accountId, isLarge, signal });
  return { bytes, contentType: contentTypeOf(job.format), fileName: fileNameOf(name, job.format) };
}

const making = new Map<number, number>();

/** Refuses a request before any data is read when the person already waits for too many documents. @throws tooMany */
export async function limitPendingDocuments<Made>(
  { accountId }: Person,
  make: () => Promise<Made>,
): Promise<Made> {
  const others = making.get(accountId) ?? 0;
  if (others > MOST_WAITING) throw tooMany(CROWDED, CROWDED_SECONDS);
  making.set(accountId, others + 1);
  try {
    return await make();
  } finally {
    const left = (making.get(accountId) ?? 1) - 1;
    if (left > 0) making.set(accountId, left);
    else making.delete(accountId);
  }
}

/**
 * A document that takes data about many children out of the school: a class's cards or forms, or a machine-readable
 * list.
 */
export type NotedDocument = {
  kind: "cards-printed" | "forms-printed" | "exported";
  /** The name contains classes but no child. */
  fileName: string;
  address: string;
};

/** Records the document as a security event before it is sent. */
export function logDocument(person: Person, { kind, fileName, address }: NotedDocument): Promise<void> {
  const event = { kind, accountId: person.accountId, address, detail: fileName };
  return transaction(person, (t) => recordSecurityEvent(event, t));
}

/** Returns the time of printing, with the date in the school's time zone. */
export function printedNow({
  time_zone,
}: Pick<SchoolRow, "time_zone">): DocumentData["mark-sheet"]["printed"] {
  const moment = now();
  return { at: moment.toISOString(), on: formatDate(toCalendarDay(moment, time_zone)) };
}

/** Builds the letterhead; empty values become null and leave no empty line. */
export function letterheadOf({
  name,
  motto,
  address,
  logo,
}: SchoolRow): DocumentData["report-card"]["school"] {
  return { name, motto: motto || null, address: address || null, logo: logo && pathOf(logo) };
}
