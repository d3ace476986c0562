import { parseArgs } from "node:util";
import { noTransaction } from "#db/index.ts";
import { changeSchool, type SchoolChange } from "#db/queries/first-run/school-facts.ts";
import { theSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { NewSchoolForm } from "#features/sign-in/first-run/first-run.server.ts";
import { show } from "./show.ts";

const TERMINAL = { system: "terminal" };
const Texts = NewSchoolForm.pick({ name: true, address: true, motto: true }).partial();
const MOST_SESSIONS_PER_DAY = 4;

/** Changes the facts of a school. Its kind, and the levels that records depend on, stay as they were created. */
export async function setFacts(given: string[]): Promise<void> {
  const change = changeOf(given);
  if (Object.keys(change).length === 0)
    throw new Error("Say what: npm run school -- set --name …, --address …, --motto …, --sessions-per-day …");
  await theSchool(noTransaction);
  await termTransaction(TERMINAL, (t) => changeSchool(change, t));
  await show();
}

function changeOf(given: string[]): SchoolChange {
  const option = { type: "string" as const };
  const options = { name: option, address: option, motto: option, "sessions-per-day": option };
  const { "sessions-per-day": sessions, ...texts } = parseArgs({ args: given, options, strict: true }).values;
  const checked = Texts.safeParse(texts);
  if (!checked.success)
    throw new Error(
      checked.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join("\n"),
    );
  // Parsing turned values that were not given into empty ones, so only the given names are taken.
  const change = Object.fromEntries(
    Object.keys(texts).map((name) => [name, checked.data[name as keyof typeof texts]]),
  );
  return { ...change, ...(sessions !== undefined && { sessions_per_day: sessionsOf(sessions) }) };
}

function sessionsOf(text: string): number {
  const sessions = Number(text);
  if (Number.isInteger(sessions) && sessions >= 1 && sessions <= MOST_SESSIONS_PER_DAY) return sessions;
  throw new Error(`--sessions-per-day: a number from 1 to ${MOST_SESSIONS_PER_DAY}.`);
}
