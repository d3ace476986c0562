import { z } from "zod";
import { formSucceeded, rejected, checkVersion, type FormOutcome } from "#access/forms/answer-form.server.ts";
import { requiredLineSchema, versionFieldSchema } from "#access/forms/form-values.schema.server.ts";
import { noTransaction, transaction, type Transaction } from "#db/index.ts";
import * as reasons from "#db/queries/attendance/reasons.ts";
import { lockSchoolDays } from "#db/queries/attendance/school-days.ts";
import { PATHS } from "#domain/paths.ts";
import type { Person } from "#domain/person.ts";
import { notFound } from "#runtime/errors.ts";

const MAX_REASON_TITLE_LENGTH = 40;

export type AttendanceReasonsView = Awaited<ReturnType<typeof loadAttendanceReasons>>;

/** Loads the reasons for an absence, with a description of what each one means on a register. */
export async function loadAttendanceReasons() {
  const rows = await reasons.listAttendanceReasons(noTransaction);
  return {
    maxLength: MAX_REASON_TITLE_LENGTH,
    reasons: rows.map(({ reason, title, is_excused, is_offered }) => ({
      title,
      about: [is_excused ? "Excused" : "Not excused", is_offered ? "" : "no longer offered"]
        .filter(Boolean)
        .join(", "),
      url: `${PATHS.attendanceReasons}/${reason}`,
    })),
  };
}

export type ReasonView = Awaited<ReturnType<typeof loadAttendanceReason>>;

/** Loads one reason. @throws notFound */
export async function loadAttendanceReason(reason: string | undefined) {
  const rows = await reasons.listAttendanceReasons(noTransaction);
  const { title, is_excused, is_offered, version } = findReason(rows, reason);
  return {
    title,
    isExcused: is_excused ? "on" : "",
    isOffered: is_offered ? "on" : "",
    version,
    maxLength: MAX_REASON_TITLE_LENGTH,
  };
}

function findReason(rows: readonly reasons.AttendanceReasonRow[], reason: string | undefined) {
  const row = rows.find((item) => item.reason === reason);
  if (!row) throw notFound("This reason no longer exists. Choose a reason from the list.");
  return row;
}

const fields = {
  title: requiredLineSchema(MAX_REASON_TITLE_LENGTH, "Enter the reason."),
  isExcused: z.boolean().default(false),
};

export type AddReasonInput = z.input<typeof AddReasonFormSchema>;
export const AddReasonFormSchema = z.object(fields);

export type ReasonInput = z.input<typeof ReasonFormSchema>;
export const ReasonFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("change"),
    version: versionFieldSchema,
    ...fields,
    isOffered: z.boolean().default(false),
  }),
  z.object({ intent: z.literal("delete"), version: versionFieldSchema }),
]);

const REPEATED = rejected({ title: "This reason is already in the list. Enter a different reason." });

export function addReason(
  person: Person,
  { title, isExcused }: z.output<typeof AddReasonFormSchema>,
): Promise<FormOutcome> {
  return changingReasons(person, async (rows, t) => {
    if (rows.some((row) => isSameTitle(row, title))) return REPEATED;
    const reason = createKey(
      title,
      rows.map((row) => row.reason),
    );
    await reasons.createAttendanceReason({ reason, title, is_excused: isExcused }, t);
    return formSucceeded(PATHS.attendanceReasons, "Reason added.");
  });
}

type ReasonChange = { input: z.output<typeof ReasonFormSchema>; reason: string | undefined };

/** Changes a reason, or deletes one that no register has. @throws notFound */
export function changeReason(person: Person, { input, reason }: ReasonChange): Promise<FormOutcome> {
  return changingReasons(person, async (rows, t) => {
    const row = findReason(rows, reason);
    checkVersion(
      { opened: input.version, current: row.version },
      `This reason was changed while you had it open. It is now: ${row.title}. Save again to use your version instead.`,
    );
    if (input.intent === "delete") {
      if (await reasons.isReasonUsed(row.reason, t))
        return rejected(
          `${row.title} is used on a register, so it cannot be deleted. Clear the box ‘Offer on registers’ instead.`,
        );
      await reasons.deleteAttendanceReason(row.reason, t);
      return formSucceeded(PATHS.attendanceReasons, "Reason deleted.");
    }
    const { title, isExcused, isOffered } = input;
    if (rows.some((other) => other.reason !== row.reason && isSameTitle(other, title))) return REPEATED;
    await reasons.updateAttendanceReason(
      { reason: row.reason, title, is_excused: isExcused, is_offered: isOffered },
      t,
    );
    return formSucceeded(PATHS.attendanceReasons, "Reason changed.");
  });
}

/** Runs changes one after the other and never while a register is saved, so that no reason in use is deleted. */
function changingReasons(
  person: Person,
  change: (rows: reasons.AttendanceReasonRow[], t: Transaction) => Promise<FormOutcome>,
): Promise<FormOutcome> {
  return transaction(person, async (t) => {
    await lockSchoolDays(t);
    return change(await reasons.listAttendanceReasons(t), t);
  });
}

function isSameTitle(row: reasons.AttendanceReasonRow, title: string): boolean {
  return row.title.toLowerCase() === title.toLowerCase();
}

const MAX_KEY_LENGTH = 36;

/** Returns the key that registers store, such as `field-trip`. The title can change later, and the key stays. */
function createKey(title: string, taken: readonly string[]): string {
  const plain = title
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, MAX_KEY_LENGTH);
  const key = plain || "reason";
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? key : `${key}-${number}`;
    if (!taken.includes(tried)) return tried;
  }
}
