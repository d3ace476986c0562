import { noTransaction } from "#db/index.ts";
import { getSchool } from "#db/queries/school.ts";
import type { DocumentData } from "#templates/index.ts";
import { begunTerm, currentTermId } from "../requested-classes.server.ts";
import { letterheadOf, printedNow } from "../document.server.ts";
import { filePeriod, formatPeriod } from "../report-card-words.rules.ts";

type Heading = Omit<DocumentData["class-list"], "groups" | "counts" | "about">;

/** Loads the heading of a list of the whole school in the current term. @throws notFound before the first term */
export async function schoolHeading(title: string) {
  const [term, school] = await Promise.all([currentTermId().then(begunTerm), getSchool(noTransaction)]);
  const heading: Heading = {
    title,
    aside: "",
    referenceDate: null,
    keys: [],
    notes: [],
    school: letterheadOf(school),
    period: formatPeriod(term),
    printed: printedNow(school),
  };
  return { heading, term, school, fileName: [title, filePeriod(term)].join(" ") };
}
