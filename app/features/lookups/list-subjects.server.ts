import { noTransaction } from "#db/index.ts";
import { activeSubjects } from "#db/queries/subjects.ts";
import type { SubjectRow } from "#db/queries/subjects.ts";

export function listSubjects(): Promise<SubjectRow[]> {
  return activeSubjects(noTransaction);
}
