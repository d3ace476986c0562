import type { SchoolRow } from "#db/queries/school.ts";
import { pathOf } from "#files/store.server.ts";
import type { DocumentData } from "#templates/index.ts";

/** The school as its documents show it; what it has not written leaves no empty line. */
export function letterheadOf({
  name,
  motto,
  address,
  logo,
}: SchoolRow): DocumentData["report-card"]["school"] {
  return { name, motto: motto || null, address: address || null, logo: logo && pathOf(logo) };
}
