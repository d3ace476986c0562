import { addressOf } from "#access/caller.server.ts";
import type { Person } from "#domain/person.ts";
import { noteDocument, oneOfFew, type NotedDocument } from "#features/reports/document.server.ts";
import type { Reply, Surroundings } from "../dispatch/endpoint.ts";

/** One of a few that somebody may have in the making; with many children in it a document is noted, if it is handed over. */
export async function noted(
  person: Person,
  print: () => Promise<Reply<never>>,
  kind: NotedDocument["kind"] | null,
  { ip, signal }: Surroundings,
): Promise<Reply<never>> {
  const reply = await oneOfFew(person, print);
  signal.throwIfAborted();
  if (kind === null || !("document" in reply)) return reply;
  await noteDocument(person, { kind, fileName: reply.document.fileName, address: addressOf(ip) });
  return reply;
}

/** A program can read what is no page. */
export function kindOf(format: string): NotedDocument["kind"] | null {
  return format === "pdf" ? null : "exported";
}
