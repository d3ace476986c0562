import { kindOf } from "#runtime/errors.ts";

/** What a row scope finds, or null for what is not the person's to see. */
export async function ifVisible<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (kindOf(error) === "notFound") return null;
    throw error;
  }
}
