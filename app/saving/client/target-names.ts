import { PATHS } from "#domain/paths.ts";
import { askServer } from "./ask-server.ts";

/** That one request asks about: more than a teacher has to save in a term. */
export const MOST_TARGETS = 60;

/** What a device asks about: the save addresses of targets, and the names of rows in them. */
export type AskedTarget = { target: string; rows: readonly string[] };

/** A target that is, or once was, the person's. What is not named was never theirs to see. */
export type NamedTarget = {
  target: string;
  /** 'Mathematics, Std 4'. */
  title: string;
  /** 'End of Term, 2025-2026, Term 3'. */
  about: string;
  /** Where it can be opened; null for what is not theirs any more. */
  url: string | null;
  /** The names of its rows, as the register has them. */
  names: Record<string, string>;
  /** Fields that are called otherwise in each school: the criteria of a mark sheet. */
  fields: Record<string, string>;
};

/** The device knows no names: the server gives them. @returns null without an answer */
export async function askNames(targets: readonly AskedTarget[]): Promise<NamedTarget[] | null> {
  const { kind, body } = await askServer(PATHS.unsentNames, { json: { targets } });
  return kind === "ok" && body !== null ? (body as { targets: NamedTarget[] }).targets : null;
}
