import { stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { noTransaction } from "#db/index.ts";
import { listAdminAccounts } from "#db/queries/accounts/admins.ts";
import { WORKBOOK_SHEETS, ROWS_PER_SHEET } from "#domain/people/imports.ts";
import { importUrl } from "#features/imports/imports.ts";
import { findImportAtTerminal } from "#features/imports/imports.server.ts";
import { storeImportFile, startImportAtTerminal } from "#features/imports/change-import.server.ts";
import { normaliseUserName } from "#domain/people/user-name.ts";
import { IMPORT_JOB } from "../../../jobs/handlers.ts";

const MOST_REASONS = 20;
const USE = "Give a workbook: npm run school -- import FILE [--as USERNAME] [--yes]";

/**
 * Checks a workbook in the name of an administrator, and imports it with `--yes` if no row waits for a decision. The
 * page Data import shows the import and can undo it.
 */
export async function importWorkbook(given: string[]): Promise<void> {
  const options = { as: { type: "string" as const }, yes: { type: "boolean" as const } };
  const { values, positionals } = parseArgs({ args: given, options, strict: true, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined) throw new Error(USE);
  const accountId = await findAdministrator(values.as);
  const { size } = await stat(file);
  const name = path.basename(file);
  const importId = await storeImportFile({ accountId }, { path: file, bytes: size, name }, "workbook");
  await IMPORT_JOB({ importId });
  const checked = await findImportAtTerminal(importId);
  if (checked.state !== "judged") throw new Error(checked.failure || "The check failed. Run it again.");
  describe(checked);
  const page = importUrl("workbook", importId);
  const { created, changed, choose } = checked.counts;
  if (created + changed === 0)
    return console.log("Importing this file would change nothing. Correct the file, then try again.");
  if (!values.yes)
    return console.log(
      `Nothing is saved yet. Check the rows and import them at ${page}, or run this command again with --yes.`,
    );
  if (choose > 0)
    throw new Error(`${choose} rows need a decision. Make these decisions at ${page}, then import there.`);
  await startImportAtTerminal({ importId, accountId });
  await IMPORT_JOB({ importId });
  const { state, failure } = await findImportAtTerminal(importId);
  if (state !== "imported") throw new Error(failure);
  console.log(`Imported. You can undo the import at ${page} until this time tomorrow.`);
}

async function findAdministrator(userName: string | undefined): Promise<number> {
  const admins = await listAdminAccounts(noTransaction);
  const found = admins.find(
    (admin) => userName === undefined || normaliseUserName(admin.user_name) === normaliseUserName(userName),
  );
  if (!found)
    throw new Error(
      userName === undefined
        ? "The school has no administrator. Start Termbook once: its first account is an administrator."
        : `${userName} is not an administrator.`,
    );
  return found.account_id;
}

type Checked = Awaited<ReturnType<typeof findImportAtTerminal>>;

/** Prints the numbers of rows by sheet, and the first reasons why rows are not imported. */
function describe({ sheets, unread, refused }: Checked): void {
  const columns = ["Rows", "Created", "Changed", "Unchanged", "To decide", "Refused"];
  console.log(["Sheet".padEnd(18), ...columns.map((title) => title.padStart(10))].join(""));
  for (const { title, ...counts } of sheets) {
    const figures = [
      counts.all,
      counts.created,
      counts.changed,
      counts.unchanged,
      counts.choose,
      counts.refused,
    ];
    console.log([title.padEnd(18), ...figures.map((figure) => String(figure).padStart(10))].join(""));
  }
  if (unread.length > 0)
    console.log(
      `These sheets were not read, because the template has no sheets with these names: ${unread.join(", ")}`,
    );
  for (const { row_number, lines } of refused.slice(0, MOST_REASONS)) {
    const sheet = WORKBOOK_SHEETS[Math.floor(row_number / ROWS_PER_SHEET)]?.title ?? "";
    const reasons = lines.flatMap((line) => (line.say === "refused" ? `${line.title}: ${line.reason}` : []));
    console.log(`${sheet}, row ${row_number % ROWS_PER_SHEET}: ${reasons.join("; ")}`);
  }
  const more = refused.length - MOST_REASONS;
  if (more > 0) console.log(`and ${more.toLocaleString("en")} more refused rows`);
}
