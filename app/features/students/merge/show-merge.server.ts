import { noTransaction, transaction, type Reading } from "#db/index.ts";
import { describedStudents, type DescribedStudent } from "#db/queries/people/students/alike.ts";
import { noteRecordViews } from "#db/queries/people/student-tabs.ts";
import { formatDate } from "#domain/dates.ts";
import { registerName } from "#domain/names.ts";
import { studentPictureUrl } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { contradictionWords, readNames, type Names } from "./contradiction-words.server.ts";
import type { FieldGroup } from "./field-groups.server.ts";
import { judgeMerge, type Judged } from "./judge-merge.server.ts";
import type { MergePreview, ShownChoice, ShownChoices, ShownStudent } from "./merge.ts";
import type { Chosen, Keys, SlotPlan } from "./slots.server.ts";
import { countedRows } from "./table-words.ts";

/** What merging would do, with nothing chosen yet. It shows medical and family data, whose reading is recorded. @throws notFound */
export async function showMerge(person: Person, keys: Keys): Promise<MergePreview> {
  const chosen: Chosen = new Map();
  const judged = await judgeMerge(person, { keys, chosen, locked: false }, noTransaction);
  const read = { accountId: person.accountId, studentKeys: [keys.kept, keys.merged] };
  await transaction(person, (t) => noteRecordViews({ ...read, records: ["medical", "family"] }, t));
  return previewOf(judged, { keys, chosen, isSent: false }, noTransaction);
}

type Sent = { keys: Keys; chosen: Chosen; isSent: boolean };

/** As it is shown, before it was sent and when it was not taken. */
export async function previewOf(judged: Judged, sent: Sent, t: Reading): Promise<MergePreview> {
  const { image, base, groups, slots } = judged;
  const { kept, merged } = await describeBoth(sent.keys, t);
  const names = await readNames(image, t);
  const ids = { kept: kept.student_id, merged: merged.student_id };
  return {
    ...{ base, kept: shownStudent(kept), merged: shownStudent(merged) },
    contradictions: shownContradictions(slots, { ...sent, names, ids }),
    fields: groups.filter(({ differences }) => differences.length > 0).map(shownFields),
    moves: slots.flatMap(({ table, moved }) => countedRows(table, moved.length)),
  };
}

async function describeBoth(keys: Keys, t: Reading) {
  const described = await describedStudents([keys.kept, keys.merged], t);
  const [kept, merged] = [keys.kept, keys.merged].map((key) => described.find(({ id }) => id === key));
  if (!kept || !merged) throw new Error("a student who is merged is not there");
  return { kept, merged };
}

/** `SR-20002, Std 4 R, born 4 May 2016`. */
export function shownStudent(student: DescribedStudent): ShownStudent {
  const { id, student_id, label, date_of_birth: born, last_name, status, picture } = student;
  const place = label ?? (status === "Current" ? "in no class" : status);
  return {
    key: id,
    name: registerName(student),
    lastName: last_name,
    studentId: student_id,
    about: [student_id, place, born ? `born ${formatDate(born)}` : "birth date not known"].join(", "),
    picture: studentPictureUrl(picture, "small"),
  };
}

function shownFields({ title, same, differences }: FieldGroup): ShownChoices {
  const choices = differences.map(({ name, title: field, kept, merged, chosen }) => {
    return { name, title: field, kept, merged, chosen, fault: null };
  });
  return { title, same, choices };
}

type Wording = Sent & { names: Names; ids: { kept: string; merged: string } };

/** Term by term, in the order of time; what is of no term comes last. */
function shownContradictions(
  slots: readonly SlotPlan[],
  { chosen, isSent, ...words }: Wording,
): ShownChoices[] {
  const groups = new Map<string, ShownChoice[]>();
  for (const contradiction of slots.flatMap(({ contradictions }) => contradictions)) {
    const { name } = contradiction;
    const { group, title, kept, merged } = contradictionWords(contradiction, words);
    const side = chosen.get(name) ?? null;
    const fault = isSent && side === null ? PEOPLE_MESSAGES.required : null;
    groups.set(group, [...(groups.get(group) ?? []), { name, title, kept, merged, chosen: side, fault }]);
  }
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([title, choices]) => ({ title, same: null, choices }));
}
