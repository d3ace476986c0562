import { PATHS } from "#domain/paths.ts";
import { fetchJson } from "./fetch-json.ts";

/** The maximum number of targets in a request. No teacher has as many in a term. */
export const MAX_TARGETS_PER_REQUEST = 60;

/** The save URL of a target, and the ids of rows for which the device needs the names. */
export type TargetRequest = { target: string; rows: readonly string[] };

/** The names of a target that belongs, or once belonged, to the person. The server returns no others. */
export type TargetDescription = {
  target: string;
  /** The title, such as 'Mathematics, Std 4'. */
  title: string;
  /** The period, such as 'End of Term, 2025-2026, Term 3'. */
  about: string;
  /** The URL of the page with the target, or null if the person may no longer open that page. */
  url: string | null;
  /** True if the term has not started because its start was undone. The rows are sent when it starts again. */
  isEarly?: boolean;
  /** The names of the rows, as in the register. */
  names: Record<string, string>;
  /** The titles of fields that differ between classes: the criteria of a mark sheet. */
  fields: Record<string, string>;
  /** The words for stored values that a school chooses itself, by field: the reasons for an absence. */
  values?: Record<string, Record<string, string>>;
};

/** Requests names from the server, because the device does not store any. Returns null if there is no response. */
export async function fetchNames(targets: readonly TargetRequest[]): Promise<TargetDescription[] | null> {
  const { kind, body } = await fetchJson(PATHS.unsentNames, { json: { targets } });
  return kind === "ok" && body !== null ? (body as { targets: TargetDescription[] }).targets : null;
}
