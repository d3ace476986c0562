import { decryptPasswordLetters } from "#access/passwords/encrypted-letters.server.ts";
import { readPostedForm } from "#access/posted-form.server.ts";
import type { Visit } from "#access/session.server.ts";
import { formatDate, formatDateAndTime } from "#domain/dates.ts";
import { formatShortName } from "#domain/names.ts";
import { now } from "#runtime/clock.ts";
import { env } from "#runtime/env.ts";
import { conflict } from "#runtime/errors.ts";
import { printDocument, type PrintedDocument } from "./document.server.ts";

const TITLE = "One-time passwords";

export const LETTERS_PRINTED_ONCE_MESSAGE =
  "You can print password letters only from the page that shows the passwords. The passwords are shown once.";

/** Handles the print button of a page that has just shown new passwords. */
export async function passwordLettersResponse(visit: Visit, request: Request): Promise<Response> {
  const form = await readPostedForm(request);
  const { bytes, contentType, fileName } = await printPasswordLetters(visit, {
    seal: String(form.get("slips") ?? ""),
    origin: new URL(request.url).origin,
    signal: request.signal,
  });
  const headers = {
    "Cache-Control": "no-store",
    "Content-Type": contentType,
    "Content-Length": String(bytes.byteLength),
    "Content-Disposition": `inline; filename="${fileName}"`,
  };
  return new Response(new Uint8Array(bytes), { headers });
}

/**
 * Prints letters with the passwords that a page has just shown. The page sends them back encrypted, because the server
 * stores no passwords.
 * @throws conflict for passwords that were not shown to this person within the last hour
 */
async function printPasswordLetters(
  { person, school }: Visit,
  { seal, origin, signal }: { seal: string; origin: string; signal: AbortSignal },
): Promise<PrintedDocument> {
  const letters = decryptPasswordLetters(person, seal);
  if (!letters)
    throw conflict(
      "These password letters can no longer be printed. Reset the passwords again to get new ones.",
    );
  const moment = now();
  const made = formatDateAndTime(moment, school.timeZone);
  const data = {
    title: TITLE,
    school: school.name,
    printed: { at: moment.toISOString(), on: made },
    foot: [
      TITLE,
      letters.length === 1 ? "1 person" : `${letters.length} people, by last name`,
      `made ${made}, by ${formatShortName(person)}`,
      "cut along the lines, then hand out each letter",
    ],
    address: (env().PUBLIC_URL ?? origin).replace(/^https?:\/\//, ""),
    letters: letters.map((letter) => ({ ...letter, until: formatDate(letter.until) })),
  };
  return printDocument({ kind: "password-letters", format: "pdf", data }, { name: TITLE, person, signal });
}
