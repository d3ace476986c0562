import { expect } from "vitest";
import { action as act, loader as show } from "../../../../app/routes/students/import/import.tsx";
import { action as send } from "../../../../app/routes/students/import/start.tsx";
import { noTransaction, queryRow } from "#db/index.ts";
import { PATHS } from "#domain/paths.ts";
import type { ImportView } from "#features/imports/imports.server.ts";
import { SCHOOL_IMPORTS } from "#features/imports/kinds/all-kinds.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { createImportJob } from "#features/imports/work-import.server.ts";
import { ENTRANTS_IMPORT, STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";
import { callRoute, getRequest, postFile, postForm, type Visitor } from "#tests/support/request.ts";

export const workOnImport = createImportJob({
  ...SCHOOL_IMPORTS,
  students: STUDENTS_IMPORT,
  employees: EMPLOYEES_IMPORT,
  entrants: ENTRANTS_IMPORT,
});

const STUDENT_TABLES = [
  "students",
  "student_personal",
  "student_medical",
  "student_family",
  "student_home",
  "registrations",
  "term_records",
  "marks",
  "different_students",
];

/** Returns everything that an import may touch, except versions and the audit trail. */
export function fingerprint(tables: readonly string[] = STUDENT_TABLES) {
  const of = (table: string) =>
    `(select md5(coalesce(string_agg((to_jsonb(x) - 'version' - 'updated_at' - 'search_text')::text, ',' order by to_jsonb(x)::text), ''))
        from (select * from ${table}) x)`;
  // The order follows the compared columns, because versions would change it.
  const sql = tables.map(
    (table) =>
      `${of(table).replace("order by to_jsonb(x)::text", "order by (to_jsonb(x) - 'version' - 'updated_at' - 'search_text')::text")} as ${table}`,
  );
  return queryRow<Record<string, string>>(`select ${sql.join(", ")} order by 1`, {}, noTransaction);
}

const OF_STUDENTS = { send, show, act, path: PATHS.importStudents as string };

/** Uploads a text and waits for its check; students by default. */
export async function judgedFile(
  text: string | Uint8Array,
  visitor: Visitor,
  { send, show, path }: Omit<typeof OF_STUDENTS, "act"> = OF_STUDENTS,
): Promise<ImportView> {
  const form = new FormData();
  const content = typeof text === "string" ? text : new Uint8Array(text);
  form.set("file", new File([content], "intake.csv"));
  const { location } = await callRoute(send, postFile(path, form, visitor));
  const importId = String(location?.split("/").at(-1));
  await workOnImport({ importId });
  return (await callRoute(show, getRequest(`${location}`, visitor), { importId })).body as ImportView;
}

type JudgedRow = { field: string; cells: Readonly<Record<string, string>> };

/**
 * Imports one file with these rows, students by default, because to read a file takes much longer than to judge a row.
 * Returns for each row why its field was refused, or null if the row was imported.
 * @param titles the headings by field; `cells` has the fields as keys
 */
export async function importTogether(
  rows: readonly JudgedRow[],
  { titles, visitor }: { titles: Readonly<Record<string, string>>; visitor: Visitor },
  routes = OF_STUDENTS,
): Promise<(string | null)[]> {
  const names = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const lines = rows.map(({ cells }) => names.map((name) => `"${cells[name] ?? ""}"`).join(","));
  const content = [names.map((name) => titles[name]).join(","), ...lines].join("\n");
  const { id, counts, rows: judged } = await judgedFile(content, visitor, routes);
  expect(judged).toHaveLength(rows.length);
  const count = counts.created + counts.changed;
  if (count > 0) {
    const [path, params] = [`${routes.path}/${id}`, { importId: id }];
    const fields = { intent: "import", version: String(count) };
    await callRoute(routes.act, postForm(path, fields, visitor), params);
    await workOnImport(params);
    const { body } = await callRoute(routes.show, getRequest(path, visitor), params);
    expect((body as ImportView).state).toBe("imported");
  }
  return rows.map(({ field }, index) => {
    const fault = judged[index]?.lines.find((line) => line.say === "refused" && line.title === titles[field]);
    return fault?.say === "refused" ? fault.reason.replace(/, ‘.*’$/, "") : null;
  });
}
