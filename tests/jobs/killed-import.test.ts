import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import {
  action as actOnEmployees,
  loader as showEmployees,
} from "../../app/routes/employees/import/import.tsx";
import { action as sendEmployees } from "../../app/routes/employees/import/start.tsx";
import { action as actOnStudents } from "../../app/routes/students/import/import.tsx";
import { noTransaction, queryRow, runQuery, transaction } from "#db/index.ts";
import { PATHS } from "#domain/paths.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { countLockWaits } from "#tests/support/locks.ts";
import { createClerk } from "#tests/support/builders/people.ts";
import { createClass, createSchool, TEST } from "#tests/support/builders/school.ts";
import { createStudents } from "#tests/support/builders/students.ts";
import { callRoute, postForm } from "#tests/support/request.ts";
import { ROOT } from "#tests/support/source.ts";
import { fingerprint, judgedFile } from "../features/students/import/import-scenario.ts";

const SECONDS = 1_000;

const KINDS = [
  {
    of: "students",
    rows: 1_200,
    head: "First Name,Last Name,Birth Certificate Pin,Class",
    line: (index: number) => `First${index},Last,9${index},Std 1`,
    act: actOnStudents,
    tables: undefined,
    route: undefined,
  },
  {
    of: "employees",
    rows: 100,
    head: "First Name,Last Name,User Name",
    line: (index: number) => `First${index},Last,colleague.${index}`,
    act: actOnEmployees,
    tables: ["employees", "accounts", "account_permissions", "employee_employment"],
    route: { send: sendEmployees, show: showEmployees, path: PATHS.importEmployees },
  },
] as const;

type Judged = (typeof KINDS)[number] & { importId: string; before: unknown; there: number };

await freshDatabase();
await createSchool();
const clerk = await createClerk();
await createStudents(await createClass({ formClassId: "Std 1" }), 5);

test(
  "imports whose workers are killed in their midst leave nothing, and the next worker does the whole of them",
  { timeout: 180 * SECONDS },
  async () => {
    const imports: Judged[] = [];
    for (const kind of KINDS) {
      const { of, rows, head, line, tables, route } = kind;
      const text = [head, ...Array.from({ length: rows }, (_, index) => line(index))].join("\n");
      const { id: importId, state, counts } = await judgedFile(text, clerk, route);
      expect([of, state, counts.created]).toEqual([of, "judged", rows]);
      const [before, there] = [await fingerprint(tables), await countIn(of)];
      imports.push({ ...kind, importId, before, there });
    }
    for (const { of, rows, act, importId } of imports) {
      const fields = { intent: "import", version: String(rows) };
      await callRoute(act, postForm(`/app/${of}/import/${importId}`, fields, clerk), { importId });
    }

    // The last table that an import writes: by then all people exist, but only within its transaction.
    await heldBack("import_images", async () => {
      const doomed = imports.map(() => worker());
      for (const { of } of imports)
        await expect.poll(() => areWritten(of), { timeout: 60 * SECONDS, interval: 50 }).toBe(true);
      for (const child of doomed) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    });
    await expect.poll(countLockWaits).toBe(0);

    for (const { of, importId, tables, before } of imports) {
      expect([of, await stateOf(importId)]).toEqual([of, "importing"]);
      expect([of, await fingerprint(tables)]).toEqual([of, before]);
    }
    const next = worker();
    for (const { of, rows, importId, there } of imports) {
      await expect.poll(() => stateOf(importId), { timeout: 90 * SECONDS, interval: 250 }).toBe("imported");
      expect(await countIn(of)).toBe(there + rows);
    }
    next.kill("SIGKILL");
  },
);

/** Locks the table meanwhile. */
function heldBack(table: string, meanwhile: () => Promise<void>): Promise<void> {
  return transaction(TEST, async (t) => {
    await runQuery(`lock table ${table} in share mode`, [], t);
    await meanwhile();
  });
}

/** Waits until an import has written people and waits for the locked table. */
async function areWritten(table: string): Promise<boolean> {
  const found = await queryRow<{ count: number }>(
    `select count(*)::integer as count
       from pg_locks w
       join pg_locks h using (pid)
      where w.relation = 'import_images'::regclass and not w.granted
        and h.relation = $1::regclass and h.mode = 'RowExclusiveLock' and h.granted
      order by 1`,
    [table],
    noTransaction,
  );
  return found !== null && found.count > 0;
}

async function stateOf(importId: string): Promise<string | undefined> {
  const sql = "select i.state from imports i where i.import_id = $1 order by i.import_id";
  return (await queryRow<{ state: string }>(sql, [importId], noTransaction))?.state;
}

async function countIn(table: string): Promise<number> {
  const sql = `select count(*)::integer as count from ${table} order by 1`;
  return (await queryRow<{ count: number }>(sql, [], noTransaction))?.count ?? 0;
}

function worker(): ChildProcess {
  const child = spawn(process.execPath, ["app/server/program.mjs", "worker"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "silent" },
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}
