import type { KeptStudent } from "#db/queries/unsent-rows.ts";
import { kindOf } from "#runtime/errors.ts";
import type { NamedSheet } from "./names.ts";

/** What is known of a sheet before its students are named. */
export type FoundRows = Omit<NamedSheet, "sheet" | "names"> & { students: readonly KeptStudent[] };

/** What a row scope finds, or null for what is not the person's to see. */
export async function ifVisible<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (kindOf(error) === "notFound") return null;
    throw error;
  }
}
