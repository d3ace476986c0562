import { noTransaction } from "#db/index.ts";
import { holderOf, takenColumn, type UniqueColumn } from "#db/queries/people/students/new-student.ts";
import type { Values } from "#fields/value.ts";
import type { RefusedFields } from "#saving/protocol/protocol.ts";

/** Why a write was turned away: another student has what no two have. @throws the error, where it is another */
export async function takenOf(error: unknown, values: Values): Promise<RefusedFields> {
  const column = takenColumn(error);
  if (column === null) throw error;
  const reason = await takenWords(column, String(values[column] ?? ""));
  return { reason, field: column, fields: [column] };
}

/** `Jaheim Baptiste, SR-20017, has it`. */
export async function takenWords(column: UniqueColumn, value: string): Promise<string> {
  const holder = await holderOf({ column, value }, noTransaction);
  if (!holder) return "it was just taken";
  const { first_name, last_name, student_id } = holder;
  return `${first_name} ${last_name}, ${student_id}, has it`;
}
