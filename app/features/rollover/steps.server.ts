import { advance, undoAdvance, type BeforeAdvance } from "#db/queries/rollover/advance.ts";
import { countMisplaced } from "#db/queries/rollover/balance.ts";
import {
  promoteStudents,
  countPromoted,
  undoPromote,
  type BeforePromote,
} from "#db/queries/rollover/promote.ts";
import { registerAllStudents, undoRegister } from "#db/queries/rollover/register.ts";
import type { Run } from "#db/queries/rollover/run-states.ts";
import type { TermTransaction } from "#db/term-transaction.ts";
import type { Step } from "#domain/rollover/rollover.ts";

/** The result of a step: the number of its students, and the data that its undo needs. */
type Outcome = { students: number; before: object | null };

/** A rehearsal and a run take the same steps. */
export const STEP_WORK: Readonly<Record<Step, (run: Run, t: TermTransaction) => Promise<Outcome>>> = {
  advance: async (run, t) => ({ students: 0, before: await advance(run, t) }),
  register: async (run, t) => ({ students: await registerAllStudents(run, t), before: null }),
  promote: async (run, t) => {
    const before = await promoteStudents(run, t);
    return { students: await countPromoted(run, t), before };
  },
};

/** The undo of each step receives the data in the step's own row. */
export const STEP_UNDO: Readonly<
  Record<Step, (run: Run, before: object | null, t: TermTransaction) => Promise<void>>
> = {
  advance: (run, before, t) => undoAdvance(run, before as BeforeAdvance, t),
  register: (run, _, t) => undoRegister(run, t),
  promote: (run, before, t) => undoPromote(run, before as BeforePromote, t),
};

/** @throws Error when a student is not in the class that the student's outcome names */
export async function checkPlaces(run: Run, t: TermTransaction): Promise<void> {
  const students = await countMisplaced(run, t);
  if (students > 0) throw new Error(`${students} students are not where the journal says`);
}
