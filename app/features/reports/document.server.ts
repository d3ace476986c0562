import { transaction } from "#db/index.ts";
import { recordSecurityEvent } from "#db/queries/accounts/security-events.ts";
import type { SchoolRow } from "#db/queries/school.ts";
import { dayOf, formatDate } from "#domain/dates.ts";
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

/** How a document is wanted; `signal` is aborted when nobody waits for it any more. */
export type Print<Format> = { format: Format; signal: AbortSignal };

/** Of a person's documents one is made at a time; what holds many pages comes after what holds few. */
type Order = { name: string; person: Person; signal: AbortSignal; isLarge?: boolean };

/** Of one account and process, besides the one in the making. */
const MOST_WAITING = 5;
const CROWDED =
  "Several documents that you opened are still being made. Wait until they are there, then try again.";
const CROWDED_SECONDS = 10;

/** A document as a file, under the name that it has in a folder. @throws tooMany while many of the person's wait */
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

/** Before anything is read for it, a document more is refused to who has as many in the making. @throws tooMany */
export async function oneOfFew<Made>({ accountId }: Person, make: () => Promise<Made>): Promise<Made> {
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

/** What leaves the school with many children in it: a class's cards or forms, and a list that a program can read. */
export type NotedDocument = {
  kind: "cards-printed" | "forms-printed" | "exported";
  /** It names classes and no child. */
  fileName: string;
  address: string;
};

/** Puts the document among the security events before it is handed over. */
export function noteDocument(person: Person, { kind, fileName, address }: NotedDocument): Promise<void> {
  const event = { kind, accountId: person.accountId, address, detail: fileName };
  return transaction(person, (t) => recordSecurityEvent(event, t));
}

/** When it is made, by the school's calendar. */
export function printedNow({
  time_zone,
}: Pick<SchoolRow, "time_zone">): DocumentData["mark-sheet"]["printed"] {
  const moment = now();
  return { at: moment.toISOString(), on: formatDate(dayOf(moment, time_zone)) };
}

/** The school as its documents show it; what it has not written leaves no empty line. */
export function letterheadOf({
  name,
  motto,
  address,
  logo,
}: SchoolRow): DocumentData["report-card"]["school"] {
  return { name, motto: motto || null, address: address || null, logo: logo && pathOf(logo) };
}
