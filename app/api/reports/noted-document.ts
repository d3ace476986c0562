import { shortenAddress } from "#access/caller.server.ts";
import type { Person } from "#domain/person.ts";
import { logDocument, limitPendingDocuments, type NotedDocument } from "#features/reports/document.server.ts";
import type { Reply, Surroundings } from "../dispatch/endpoint.ts";

/** Counts the document among the few a person may have in progress; one with many children is logged. */
export async function noted(
  person: Person,
  print: () => Promise<Reply<never>>,
  kind: NotedDocument["kind"] | null,
  { ip, signal }: Surroundings,
): Promise<Reply<never>> {
  const reply = await limitPendingDocuments(person, print);
  signal.throwIfAborted();
  if (kind === null || !("document" in reply)) return reply;
  await logDocument(person, { kind, fileName: reply.document.fileName, address: shortenAddress(ip) });
  return reply;
}

/** Formats other than PDF are data that programs can read, so they count as exports. */
export function kindOf(format: string): NotedDocument["kind"] | null {
  return format === "pdf" ? null : "exported";
}
