import { setTimeout as sleep } from "node:timers/promises";
import { PATHS } from "#domain/paths.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { IMPORT_S } from "../budgets.ts";
import type { Closing } from "../closing.ts";
import type { Figure } from "../figures.ts";
import type { Subject } from "../subject.ts";
import { startWorker } from "./batches.ts";
import { expectStatus, Wire } from "./wire.ts";

const ROWS = 1_200;
const LOOK_AGAIN_MS = 20;

type Bench = { subject: Subject; closing: Closing };

/** Measures how long a person waits for the check, the import and the undo of a list of new students. */
export async function measureImports({ subject, closing }: Bench): Promise<Figure[]> {
  const worker = await startWorker(subject, closing);
  const file = await intake(subject);
  const begun = performance.now();
  const path = await sent(subject, file);
  const dryRun = await until(subject, "judged", begun);
  const wire = new Wire(subject.origin, subject.clerkCookie);
  const act = async (fields: Record<string, string>, state: string) => {
    const input = performance.now();
    expectStatus(await wire.post(path, fields), 302, fields["intent"] ?? "");
    return until(subject, state, input);
  };
  const imported = await act({ intent: "import", version: String(ROWS) }, "imported");
  const undone = await act({ intent: "undo" }, "undone");
  wire.close();
  await worker.stop();
  const what = `import of ${ROWS.toLocaleString("en")} new students`;
  return [
    { what: `${what}, dry run from its sending`, measured: dryRun, unit: "s", ...IMPORT_S },
    { what: "… imported in one transaction", measured: imported, unit: "s", ...IMPORT_S },
    { what: "… undone as a whole", measured: undone, unit: "s" },
  ];
}

async function intake({ ownerUrl }: Subject): Promise<string> {
  const [named] = await queryDatabase<{ label: string }>(
    ownerUrl,
    "select c.label from schools s join academic_terms y on y.academic_term_id = s.current_term_id join classes c using (academic_year_id) order by c.class_id limit 1",
  );
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `Kerwin${index},Intake,88${10_000 + index},2019-02-03,${named?.label ?? ""},555 0100`,
  );
  const head = "First Name,Last Name,Birth Certificate Pin,Date of Birth,Class,Phone (Mobile)";
  return [head, ...rows].join("\r\n");
}

/** Uploads the list and returns the address of the import. */
async function sent({ origin, clerkCookie: cookie }: Subject, text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new File([text], "intake.csv"));
  const request = { method: "POST", body, headers: { cookie, origin }, redirect: "manual" } as const;
  const answer = await fetch(`${origin}${PATHS.importStudents}`, request);
  const location = answer.headers.get("location");
  if (location === null) throw new Error(`the file was not taken: ${answer.status}`);
  return location;
}

/** Returns how many seconds the import took to reach this state. */
async function until({ ownerUrl }: Subject, wanted: string, since: number): Promise<number> {
  for (;;) {
    const [last] = await queryDatabase<{ state: string; failure: string }>(
      ownerUrl,
      "select state, failure from imports order by begun_at desc limit 1",
    );
    if (last?.state === wanted) return (performance.now() - since) / 1000;
    if (last && last.failure !== "") throw new Error(last.failure);
    await sleep(LOOK_AGAIN_MS);
  }
}
