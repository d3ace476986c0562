import { z } from "zod";
import { formSucceeded, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { OUTDATED_FORM_MESSAGE } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type ReadTransaction } from "#db/index.ts";
import { listStudentIds } from "#db/queries/people/student-list.ts";
import * as selections from "#db/queries/people/student-selection.ts";
import { parseId } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";
import {
  STUDENTS_LIST_PARAMS,
  parseStudentsParams,
  studentsUrl,
  type StudentsParams,
} from "../list/params.rules.ts";
import { toStudentFilter } from "../list/read-students.server.ts";

/** The maximum number of students that can be selected. An export has the same maximum. */
const MOST_SELECTED = 50_000;

const keys = z
  .string(OUTDATED_FORM_MESSAGE)
  .default("")
  .transform((text) => text.split(" ").flatMap((key) => parseId(key) ?? []));

/**
 * The list as a form. The checkboxes that it showed are in `shown`, so that the students of other pages stay
 * selected. The other fields are the parameters of the list's address.
 */
export const StudentSelectionFormSchema = z.object({
  intent: z.enum(["all", "clear", "keep"], OUTDATED_FORM_MESSAGE).optional(),
  /** The page of the list that is open. All buttons except the search return to it. */
  at: z.string().optional(),
  shown: keys,
  tick: z.record(z.string(), z.string()).default({}),
  ...(Object.fromEntries(STUDENTS_LIST_PARAMS.map((name) => [name, z.string().optional()])) as Record<
    (typeof STUDENTS_LIST_PARAMS)[number],
    z.ZodOptional<z.ZodString>
  >),
});

type SelectionInput = z.output<typeof StudentSelectionFormSchema>;

/** Stores the ticks of a page without JavaScript, and opens the requested page of the list. @throws notFound */
export async function changeStudentSelection(person: Person, input: SelectionInput): Promise<FormOutcome> {
  const params = parseStudentsParams(queryOf(input));
  const ticked = Object.keys(input.tick).flatMap((key) => parseId(key) ?? []);
  const kept = new Set(ticked);
  const unticked = input.shown.filter((key) => !kept.has(key));
  if (input.intent === "clear") await clear(person);
  else await saveStudentTicks(person, { ticked, unticked });
  if (input.intent === "all") await selectAll(person, params);
  const isEmptied = input.intent === "clear" && params.filters.isSelectedOnly;
  return formSucceeded(
    studentsUrl(isEmptied ? { ...params, filters: { ...params.filters, isSelectedOnly: false } } : params),
  );
}

function queryOf({ intent, at, ...input }: SelectionInput): URLSearchParams {
  const query = new URLSearchParams(
    STUDENTS_LIST_PARAMS.flatMap((name) => (input[name] ? [[name, input[name]]] : [])),
  );
  if (intent && at && !query.has("page")) query.set("page", at);
  return query;
}

/** Selects every student of the filtered list, on all its pages. */
async function selectAll(person: Person, params: StudentsParams): Promise<void> {
  const filter = await toStudentFilter(person, params);
  const studentKeys = await listStudentIds({ ...filter, most: MOST_SELECTED }, noTransaction);
  await saveStudentTicks(person, { ticked: studentKeys, unticked: [] });
}

async function clear(person: Person): Promise<void> {
  const sessionId = sessionOf(person);
  await transaction(person, (t) => selections.clearSelection(sessionId, t));
}

export type StudentTicks = { ticked: readonly number[]; unticked: readonly number[] };

/** The largest id that `parseId` accepts. A larger one would be an error in the database. */
const studentKeys = z.array(z.number().int().positive().max(999_999_999)).max(100);

export const StudentTicksSchema = z.object({ ticked: studentKeys, unticked: studentKeys });

/**
 * Selects students and takes others out of the selection. Returns how many are selected afterwards.
 * @throws notFound
 */
export async function saveStudentTicks(
  person: Person,
  { ticked, unticked }: StudentTicks,
): Promise<{ count: number }> {
  const sessionId = sessionOf(person);
  return transaction(person, async (t) => {
    if (ticked.length > 0) await selections.selectStudents({ sessionId, studentKeys: ticked }, t);
    if (unticked.length > 0) await selections.deselectStudents({ sessionId, studentKeys: unticked }, t);
    const { count } = await selections.countSelected({ sessionId, studentKeys: [] }, t);
    return { count };
  });
}

/** Lists the selected students, who are at the school, in register order. @throws notFound */
export function listSelection(person: Person, t: ReadTransaction = noTransaction): Promise<number[]> {
  return selections.listSelectedKeys(sessionOf(person), t);
}

/**
 * Returns the session's id. A script that calls with an access token has no session, and so no selection.
 * @throws notFound
 */
function sessionOf({ sessionId }: Person): number {
  if (sessionId === null) throw notFound("Sign in to select students.");
  return sessionId;
}
