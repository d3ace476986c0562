import { z } from "zod";
import { parseForm } from "#access/posted-form.server.ts";
import { changeClassKind, heldInClass } from "#db/queries/assessments/class-kind.ts";
import { classConfiguration } from "#db/queries/assessments/configuration.ts";
import { lockConfiguration } from "#db/queries/assessments/store.ts";
import { theSchool } from "#db/queries/school.ts";
import { termTransactionAlone } from "#db/term-transaction.ts";
import { gradedSubjects } from "#domain/grades.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { notStored, type Stored } from "../../stored.server.ts";
import { classIn } from "../place-in-form.server.ts";
import { kindOf, KINDS, orphanedBy, orphanedWords, type KindOfClass } from "./class-kind.rules.ts";

const kind = z.enum(
  Object.keys(KINDS) as [KindOfClass, ...KindOfClass[]],
  "Choose how the class is assessed.",
);

/** `seen` is what it was when the page was read. */
const KindForm = z.object({ kind, seen: kind });

/** Sets how a class is assessed, all year. @throws notFound, badRequest */
export async function storeClassKind(person: Person, form: FormData): Promise<Stored> {
  const parsed = parseForm(form, KindForm);
  if (!parsed.ok) return notStored(422, form, parsed.errors);
  const { kind: to, seen } = parsed.value;
  const key = classIn(form);
  return termTransactionAlone(person, async (t) => {
    await lockConfiguration(key, t);
    const held = await classConfiguration(key, t);
    if (!held) throw notFound("There is no such class in this term.");
    if (!held.is_current) return notStored(409, form, { kind: "This term is over." });
    const from = kindOf(held);
    if (from !== seen && from !== to)
      return notStored(409, form, {
        kind: `Somebody changed this in the meantime. It is now: ${KINDS[from]}.`,
      });
    const words = `${held.label}: ${KINDS[to]}`;
    if (from === to) return { ok: true, words };
    const { flavour } = await theSchool(t);
    const asked = { classId: key.classId, gradedSubjects: JSON.stringify(gradedSubjects(flavour)) };
    const orphaned = orphanedBy({ from, to }, await heldInClass(asked, t));
    if (orphaned > 0) return notStored(422, form, { kind: orphanedWords(orphaned) });
    await changeClassKind(
      key.classId,
      { course_work_only: to === "course-work", assessment_type: to === "criteria" ? "Grade" : null },
      t,
    );
    return { ok: true, words };
  });
}
