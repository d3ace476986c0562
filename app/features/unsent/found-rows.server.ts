import { classVisibleTo } from "#access/visible.server.ts";
import type { Reading } from "#db/index.ts";
import { formerClass, type UnsentStudent } from "#db/queries/unsent-rows.ts";
import type { Person } from "#domain/person.ts";
import { kindOf } from "#runtime/errors.ts";
import type { NamedTarget } from "#saving/client/target-names.ts";

/** What is known of a target before its students are named. */
export type FoundRows = Omit<NamedTarget, "target" | "names"> & {
  students: readonly UnsentStudent[];
  /** What rows are called that are no students. */
  names?: Readonly<Record<string, string>>;
};

/** What a row scope finds, or null for what is not the person's to see. */
export async function ifVisible<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (kindOf(error) === "notFound") return null;
    throw error;
  }
}

/** A class that is the person's, or was until then; null for any other. */
export async function findClass(
  person: Person,
  { classId, academicTermId }: { classId: number; academicTermId: number },
  t: Reading,
): Promise<{ label: string; until: Date | null } | null> {
  const visible = await ifVisible(classVisibleTo(person, { classId, academicTermId }, t));
  if (visible) return { label: visible.label, until: null };
  const { employeeId } = person;
  const former = employeeId === null ? null : await formerClass({ classId, employeeId }, t);
  return former && { label: former.class_label, until: former.lost_at };
}
