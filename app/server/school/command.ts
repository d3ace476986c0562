import { parseArgs } from "node:util";
import { closeConnections, useDatabase, noTransaction } from "#db/index.ts";
import { formatDate, formatDateRange } from "#domain/dates.ts";
import { resetPasswordAtTerminal } from "#features/reset-password/reset-password.server.ts";
import { exitWithMessage } from "#runtime/exit.ts";
import { migrateDatabase } from "../schema.ts";
import { withSchoolDatabase } from "../school-database.ts";
import { createSchoolCommand } from "./create.ts";
import { importWorkbook } from "./import.ts";
import { updateSchool, type SchoolColumnsToChange, countSchool } from "#db/queries/first-run/school-facts.ts";
import { getSchool, getCurrentTerm, findSchool } from "#db/queries/school.ts";
import { termTransaction } from "#db/term-transaction.ts";
import { NewSchoolFormSchema } from "#features/sign-in/first-run/first-run.server.ts";
import { capitalise } from "#domain/text/capital.ts";
import { termTitle } from "#domain/terms.ts";

const TERMINAL = { system: "terminal" };
const Texts = NewSchoolFormSchema.pick({ name: true, address: true, motto: true }).partial();
const MOST_SESSIONS_PER_DAY = 4;

/** The commands, such as `npm run school -- create`, for the terminal of the server. */
const COMMANDS = [
  {
    name: "create",
    what: "creates the school in an empty database, and asks for what you leave out",
    run: createSchoolCommand,
  },
  { name: "show", what: "shows the school and how many classes and people it has", run: showSchool },
  { name: "set", what: "changes --name, --address, --motto or --sessions-per-day", run: setFacts },
  { name: "import", what: "checks the workbook FILE, and imports it with --yes", run: importWorkbook },
  { name: "password", what: "gives the account USERNAME a one-time password", run: givePassword },
];

const USE = [
  "Choose a command: npm run school -- COMMAND",
  ...COMMANDS.map(({ name, what }) => `  ${name.padEnd(10)}${what}`),
].join("\n");

const [input, ...given] = process.argv.slice(2);
const command = COMMANDS.find(({ name }) => name === input) ?? exitWithMessage(USE);

await withSchoolDatabase(async (urls) => {
  await migrateDatabase(urls);
  useDatabase(urls.url);
  await command.run(given).finally(closeConnections);
}).catch(exitWithMessage);

async function givePassword([whose]: string[]): Promise<void> {
  if (!whose) throw new Error("Give a username: npm run school -- password USERNAME");
  const { userName, password, until } = await resetPasswordAtTerminal(whose);
  console.log(`${userName} can sign in with this password until ${formatDate(until)}:\n${password}`);
}

/** Changes a school's data. The kind of school and its levels cannot change, because records depend on them. */
async function setFacts(given: string[]): Promise<void> {
  const change = changeOf(given);
  if (Object.keys(change).length === 0)
    throw new Error(
      "Give at least one change: npm run school -- set --name … --address … --motto … --sessions-per-day …",
    );
  await getSchool(noTransaction);
  await termTransaction(TERMINAL, (t) => updateSchool(change, t));
  await showSchool();
}

function changeOf(given: string[]): SchoolColumnsToChange {
  const option = { type: "string" as const };
  const options = { name: option, address: option, motto: option, "sessions-per-day": option };
  const { "sessions-per-day": sessions, ...texts } = parseArgs({ args: given, options, strict: true }).values;
  const checked = Texts.safeParse(texts);
  if (!checked.success)
    throw new Error(
      checked.error.issues.map(({ path, message }) => `--${path.join()}: ${message}`).join("\n"),
    );
  // Options that were not given are empty in `checked.data`. Only the given options are changes.
  const change = Object.fromEntries(
    Object.keys(texts).map((name) => [name, checked.data[name as keyof typeof texts]]),
  );
  return { ...change, ...(sessions !== undefined && { sessions_per_day: sessionsOf(sessions) }) };
}

function sessionsOf(text: string): number {
  const sessions = Number(text);
  if (Number.isInteger(sessions) && sessions >= 1 && sessions <= MOST_SESSIONS_PER_DAY) return sessions;
  throw new Error(`--sessions-per-day: Enter a number from 1 to ${MOST_SESSIONS_PER_DAY}.`);
}

async function showSchool(): Promise<void> {
  const school = await findSchool(noTransaction);
  if (!school)
    throw new Error("This database has no school yet. To create one, run: npm run school -- create");
  const [term, counts] = await Promise.all([getCurrentTerm(noTransaction), countSchool(noTransaction)]);
  const facts = {
    name: school.name,
    kind: school.flavour,
    address: school.address,
    motto: school.motto,
    term: term
      ? `${termTitle(term.academic_term_id)}, ${formatDateRange(term.term_start, term.term_end)}`
      : "none",
    "form classes": counts.form_classes,
    classes: counts.classes,
    employees: counts.employees,
    students: counts.students,
  };
  for (const [fact, value] of Object.entries(facts)) console.log(`${capitalise(fact).padEnd(14)}${value}`);
}
