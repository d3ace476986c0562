import { PATHS } from "#domain/paths.ts";
import { fetchJson } from "./fetch-json.ts";

/** The most targets that one request asks about: more than a teacher has to save in a term. */
export const MAX_TARGETS_PER_REQUEST = 60;

/** The save address of a target and the ids of rows in it, of which the device asks the names. */
export type TargetRequest = { target: string; rows: readonly string[] };

/** A target that is, or once was, the person's. The server names no others. */
export type TargetDescription = {
  target: string;
  /** The title, such as 'Mathematics, Std 4'. */
  title: string;
  /** The period, such as 'End of Term, 2025-2026, Term 3'. */
  about: string;
  /** The page that opens the target; null if the target is no longer the person's. */
  url: string | null;
  /** The names of the rows, as in the register. */
  names: Record<string, string>;
  /** The names of fields that each school calls differently: the criteria of a mark sheet. */
  fields: Record<string, string>;
};

/** Asks the server for names, because the device stores none. Returns null if no answer came. */
export async function fetchNames(targets: readonly TargetRequest[]): Promise<TargetDescription[] | null> {
  const { kind, body } = await fetchJson(PATHS.unsentNames, { json: { targets } });
  return kind === "ok" && body !== null ? (body as { targets: TargetDescription[] }).targets : null;
}
