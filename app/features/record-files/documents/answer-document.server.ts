import { data } from "@remix-run/node";
import { redirectWithNotice } from "#access/notice.server.ts";
import type { RecordOwner } from "#domain/people/record-owner.ts";
import type { Person } from "#domain/person.ts";
import { uploadedWords, type DocumentRefused } from "./documents.ts";
import { receiveDocument } from "./take-document.server.ts";

/** The form of an uploader as a browser without scripts sends it: to the page that it stands on. @throws notFound */
export async function answerDocument(person: Person, owner: RecordOwner, request: Request) {
  const { taken, given } = await receiveDocument(person, owner, request);
  const { pathname, search } = new URL(request.url);
  if (taken.ok) return redirectWithNotice(pathname + search, uploadedWords(taken.document));
  const { field, fault } = taken;
  const { replaces, description } = given;
  return data({ field, fault, replaces, description } satisfies DocumentRefused, { status: 422 });
}
