import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { utils, write, type BookType } from "@e965/xlsx";
import { PATHS } from "#domain/paths.ts";
import { HOSTILE_BOOKS } from "#tests/files/sheets/hostile-books.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { HOSTILE_MB, HOSTILE_S, IMPORT_S } from "../budgets.ts";
import type { Closing } from "../closing.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { startWorker } from "./batches.ts";
import { expectStatus, Wire } from "./wire.ts";

const ROWS = 1_200;
const MOST_ROWS = 5_000;
const BOOK_TYPES: Readonly<Record<string, BookType>> = { xls: "biff8", xlsx: "xlsx", ods: "ods", csv: "csv" };
const LOOK_AGAIN_MS = 20;

type Bench = { subject: Subject; closing: Closing };

/**
 * Measures how long a person waits for the check, the import and the undo of a list of new students, for the check of
 * the largest list in each format, and for the refusal of hostile files, with the memory of the web process.
 */
export async function measureImports({ subject, closing }: Bench): Promise<Figure[]> {
  const worker = await startWorker(subject, closing);
  const list = await intake(subject, ROWS);
  const begun = performance.now();
  const path = await sent(subject, list.map((cells) => cells.join(",")).join("\r\n"));
  const dryRun = await until(subject, "judged", begun);
  const wire = new Wire(subject.origin, subject.clerkCookie);
  const act = async (fields: Record<string, string>, state: string) => {
    const input = performance.now();
    expectStatus(await wire.post(path ?? "", fields), 302, fields["intent"] ?? "");
    return until(subject, state, input);
  };
  const imported = await act({ intent: "import", version: String(ROWS) }, "imported");
  const undone = await act({ intent: "undo" }, "undone");
  wire.close();
  const largest = await measureFormats(subject);
  const hostile = await measureHostile(subject);
  await worker.stop();
  const what = `import of ${ROWS.toLocaleString("en")} new students`;
  return [
    { what: `${what}, dry run from its sending`, measured: dryRun, unit: "s", ...IMPORT_S },
    { what: "… imported in one transaction", measured: imported, unit: "s", ...IMPORT_S },
    { what: "… undone as a whole", measured: undone, unit: "s" },
    ...largest,
    ...hostile,
  ];
}

async function measureFormats(subject: Subject): Promise<Figure[]> {
  const sheet = utils.aoa_to_sheet(await intake(subject, MOST_ROWS));
  const figures: Figure[] = [];
  for (const [format, bookType] of Object.entries(BOOK_TYPES)) {
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, "Students");
    const file = write(book, { type: "buffer", bookType, compression: true }) as Buffer;
    const begun = performance.now();
    await sent(subject, new Uint8Array(file), `intake.${format}`);
    const measured = await until(subject, "judged", begun);
    const what = `dry run of ${MOST_ROWS.toLocaleString("en")} new students as ${format}`;
    figures.push({ what, measured, unit: "s", ...IMPORT_S });
  }
  return figures;
}

/** Sends each hostile file, and waits until it was read or refused. */
async function measureHostile(subject: Subject): Promise<Figure[]> {
  const before = memoryOf(subject.web.pid, "VmRSS");
  let slowest = { what: "", measured: 0 };
  for (const [what, made] of HOSTILE_BOOKS) {
    const file = new Uint8Array(await made());
    const begun = performance.now();
    const path = await sent(subject, file, "intake.xlsx", false);
    if (path !== null) await until(subject, null, begun);
    const measured = (performance.now() - begun) / 1000;
    if (measured > slowest.measured) slowest = { what, measured };
  }
  const growth = Math.max(0, memoryOf(subject.web.pid, "VmHWM") - before) / 1_000;
  return [
    {
      what: `slowest refusal of ${HOSTILE_BOOKS.length} hostile files (${slowest.what})`,
      measured: slowest.measured,
      unit: "s",
      ...HOSTILE_S,
    },
    { what: "… growth of the web process's memory by them", measured: growth, unit: "MB", ...HOSTILE_MB },
  ];
}

/** Returns a figure of a process in kilobytes. */
function memoryOf(pid: number, name: string): number {
  return Number(
    new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN,
  );
}

async function intake({ ownerUrl }: Subject, rows: number): Promise<string[][]> {
  const [named] = await queryDatabase<{ label: string }>(
    ownerUrl,
    "select c.label from schools s join academic_terms y on y.academic_term_id = s.current_term_id join classes c using (academic_year_id) order by c.class_id limit 1",
  );
  return [
    ["First Name", "Last Name", "Birth Certificate Pin", "Date of Birth", "Class", "Phone (Mobile)"],
    ...Array.from({ length: rows }, (_, index) => [
      `Kerwin${index}`,
      "Intake",
      `88${10_000 + index}`,
      "2019-02-03",
      named?.label ?? "",
      "555 0100",
    ]),
  ];
}

/** Uploads the list and returns the address of the import, or null if the file was not taken. */
async function sent(
  { origin, clerkCookie: cookie }: Subject,
  content: string | Uint8Array<ArrayBuffer>,
  name = "intake.csv",
  isTaken = true,
): Promise<string | null> {
  const body = new FormData();
  body.set("file", new File([content], name));
  // A kept connection may be closed by the server while the next file is made.
  const headers = { cookie, origin, connection: "close" };
  const request = { method: "POST", body, headers, redirect: "manual" } as const;
  const answer = await fetch(`${origin}${PATHS.importStudents}`, request);
  const location = answer.headers.get("location");
  if (location === null && isTaken) throw new Error(`the file was not taken: ${answer.status}`);
  return location;
}

/** Returns how many seconds the import took to reach this state, or any state after reading if it is null. */
async function until({ ownerUrl }: Subject, wanted: string | null, since: number): Promise<number> {
  for (;;) {
    const [last] = await queryDatabase<{ state: string; failure: string }>(
      ownerUrl,
      "select state, failure from imports order by begun_at desc limit 1",
    );
    if (last && (wanted === null ? last.state !== "reading" : last.state === wanted))
      return (performance.now() - since) / 1000;
    if (last && wanted !== null && last.failure !== "") throw new Error(last.failure);
    await sleep(LOOK_AGAIN_MS);
  }
}
