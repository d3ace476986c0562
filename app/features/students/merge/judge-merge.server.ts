import { createHash } from "node:crypto";
import { studentVisibleTo } from "#access/visible-student.server.ts";
import { queryAll, type Reading } from "#db/index.ts";
import { studentsImage, type Image } from "#db/queries/people/merges/images.ts";
import { studentStatuses } from "#db/queries/people/student-list.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import { rulesOf } from "../fields/saved-fields.server.ts";
import { readRules } from "../general/saved-general.server.ts";
import { fieldGroups, type FieldGroup, type FieldRules } from "./field-groups.server.ts";
import { planSlots, type Chosen, type Keys, type SlotPlan } from "./slots.server.ts";

/** What merging two records comes to, as far as it is decided. */
export type Judged = { image: Image; base: string; groups: FieldGroup[]; slots: SlotPlan[] };

/**
 * Both records as whoever looks after students sees them, and what would become of all that is theirs.
 * @throws notFound where one of them is not theirs to merge
 */
export async function judgeMerge(
  person: Person,
  { keys, chosen, locked }: { keys: Keys; chosen: Chosen; locked: boolean },
  t: Reading,
): Promise<Judged> {
  await mayMerge(person, keys, t);
  const image = await studentsImage({ keys: [keys.kept, keys.merged], locked }, t);
  const groups = fieldGroups(image, { keys, chosen, rules: await readFieldRules(t) });
  return { image, base: fingerprintOf(image), groups, slots: planSlots(image, keys, chosen) };
}

async function mayMerge(person: Person, { kept, merged }: Keys, t: Reading): Promise<void> {
  if (kept === merged) throw notFound("A record is merged with another one.");
  for (const studentKey of [kept, merged]) {
    const { manages } = await studentVisibleTo(person, studentKey, t);
    if (!manages) throw notFound("There is no such student.");
  }
}

/** Whatever is changed in one of the records makes it another one. */
function fingerprintOf(image: Image): string {
  return createHash("sha256").update(JSON.stringify(image)).digest("hex");
}

/** Every field is open: what is chosen stands in one of the records already. */
async function readFieldRules(t: Reading): Promise<FieldRules> {
  const [{ rules }, personal, medical, family, statuses] = await queryAll(
    [
      () => readRules({ isSerialLocked: false, isIdClosed: false }, t),
      () => rulesOf("personal", t),
      () => rulesOf("medical", t),
      () => rulesOf("family", t),
      () => studentStatuses(t),
    ],
    t,
  );
  return {
    general: rules,
    tabs: { personal, medical, family },
    statuses: new Map(statuses.map(({ student_status_id: id, detail }) => [id, detail])),
  };
}
