import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { formatDate, SCHOOL_TIME_ZONE } from "#domain/dates.ts";
import { findUsualTermOn } from "#domain/school/usual-terms.ts";
import {
  createSchool,
  hasSchool,
  NewSchoolFormSchema,
} from "#features/sign-in/first-run/first-run.server.ts";
import { today } from "#runtime/clock.ts";

type Asked = {
  field: keyof typeof NewSchoolFormSchema.shape;
  flag: string;
  /** The question at the terminal when the flag is missing. */
  question?: string;
  usual?: string;
};

const { year, term } = findUsualTermOn(today(SCHOOL_TIME_ZONE));

const ASKED: readonly Asked[] = [
  { field: "name", flag: "name", question: "Name of the school" },
  { field: "flavour", flag: "flavour", question: "Kind of school (primary or secondary)", usual: "primary" },
  { field: "address", flag: "address", question: "Address, as it should be printed", usual: "" },
  { field: "motto", flag: "motto", question: "Motto", usual: "" },
  { field: "year", flag: "year", question: "Year in which the school year begins", usual: String(year) },
  { field: "term", flag: "term", question: "Current term (1, 2 or 3)", usual: String(term) },
  { field: "termStart", flag: "term-start" },
  { field: "termEnd", flag: "term-end" },
  { field: "nextTermStart", flag: "next-term-start" },
  { field: "levels", flag: "levels" },
  { field: "userName", flag: "admin", question: "Username of the administrator", usual: "Admin" },
];

/** Creates a school from flags such as `--levels "Form 1: 1A, 1B; Form 2: 2A"`. Dates and levels have defaults. */
export async function createSchoolCommand(commandLine: string[]): Promise<void> {
  if (await hasSchool())
    throw new Error("This database already has a school. To see it, run: npm run school -- show");
  const parsed = NewSchoolFormSchema.safeParse(await answers(flagsOf(commandLine)));
  if (!parsed.success)
    throw refusal(parsed.error.issues.map(({ path: [field], message }) => [field, message]));
  const made = await createSchool(parsed.data, "terminal");
  if (made.outcome === "exists")
    throw new Error("Somebody has just created the school. Nothing was changed.");
  if (made.outcome === "refused") throw refusal(Object.entries(made.errors));
  const { schoolName, userName, password, until } = made.account;
  console.log(`${schoolName} is ready.`);
  console.log(
    `Sign in as ${userName} with this password. It is shown only once and works until ${formatDate(until)}:`,
  );
  console.log(password);
}

type Flags = Readonly<Record<string, string | undefined>>;

function flagsOf(given: string[]): Flags {
  const options = Object.fromEntries(ASKED.map(({ flag }) => [flag, { type: "string" as const }]));
  return parseArgs({ args: given, options, strict: true }).values as Flags;
}

/** Collects the values by field from the flags and, at a terminal, by asking the person. */
async function answers(flags: Flags): Promise<Record<string, string>> {
  const terminal = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stdout })
    : null;
  const answered: Record<string, string> = {};
  try {
    for (const { field, flag, question, usual } of ASKED) {
      const answer = flags[flag] ?? (question && terminal && (await asked(terminal, question, usual)));
      answered[field] = answer || (usual ?? "");
    }
  } finally {
    terminal?.close();
  }
  return answered;
}

function asked(terminal: ReturnType<typeof createInterface>, question: string, usual = ""): Promise<string> {
  return terminal.question(usual ? `${question} [${usual}]: ` : `${question}: `);
}

function refusal(faults: readonly (readonly unknown[])[]): Error {
  const lines = faults.map(([field, message]) => {
    const flag = ASKED.find((item) => item.field === field)?.flag ?? String(field);
    return `  --${flag}: ${String(message)}`;
  });
  return new Error(["The school was not created. Correct these values:", ...lines].join("\n"));
}
