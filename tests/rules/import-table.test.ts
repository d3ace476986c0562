import { Linter } from "eslint";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";
import { importTable } from "./import-table.js";

const allowed: [from: string, line: string][] = [
  ["app/domain/terms.ts", 'import { gradeOf } from "./grades.ts"'],
  ["app/runtime/log.ts", 'import { names } from "#domain/names.ts"'],
  ["app/ui/field.tsx", 'import { limit } from "#domain/limits.ts"'],
  ["app/ui/field.tsx", 'import { useId } from "react"'],
  ["templates/mark-sheet/pdf.ts", 'import { percentage } from "#domain/grading.ts"'],
  ["templates/mark-sheet/pdf.ts", 'import { text } from "../parts/text.ts"'],
  ["db/queries/lessons.ts", 'import { row } from "../index.ts"'],
  ["db/queries/lessons.ts", 'import { now } from "#runtime/clock.ts"'],
  ["db/queries/lessons.ts", 'import { Lesson } from "../models/classes.ts"'],
  ["db/queries/marks/mark-sheet.ts", 'import { MARK_COLUMNS } from "#fields/mark.ts"'],
  ["app/access/session.server.ts", 'import { sessionOf } from "#db/queries/accounts/sessions.ts"'],
  ["app/access/session.server.ts", 'import { transaction } from "#db/index.ts"'],
  ["app/files/store.server.ts", 'import { env } from "#runtime/env.ts"'],
  ["jobs/queue.ts", 'import { transaction } from "#db/index.ts"'],
  ["app/saving/row.tsx", 'import { SaveStatus } from "#ui/page/save-status.tsx"'],
  ["app/saving/save-rows.server.ts", 'import { judge } from "./judge.ts"'],
  ["app/saving/save-rows.server.ts", 'import { visible } from "#access/visible.server.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { saveRows } from "#saving/server/save-rows.server.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { sheet } from "#db/queries/marks/mark-sheet.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { transaction } from "#db/index.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { renderBatch } from "#jobs/definitions.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { enqueue } from "#jobs/queue.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { documents } from "#templates/index.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { store } from "#files/store.server.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { rule } from "./marks.rules.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { Row } from "./row.tsx"'],
  ["app/features/mark-sheet/sheet.tsx", 'import type { Sheet } from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { type Sheet } from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { useOutbox } from "#saving/outbox/outbox.ts"'],
  ["app/routes/mark-sheet.tsx", 'import { openSheet } from "#features/mark-sheet/open.server.ts"'],
  ["app/routes/mark-sheet.tsx", 'import { requireAccess } from "#access/require-access.server.ts"'],
  ["app/api/marks.ts", 'import { saveMark } from "#features/mark-sheet/save.server.ts"'],
  ["app/api/marks.ts", 'import { z } from "zod"'],
  ["jobs/handlers.ts", 'import { renderBatch } from "#features/reports/render.server.ts"'],
  ["jobs/handlers.ts", 'import { definition } from "./definitions.ts"'],
  ["jobs/worker.ts", 'import { HANDLERS } from "./handlers.ts"'],
  ["jobs/worker.ts", 'import { startWorker } from "./start-worker.ts"'],
];

const forbidden: [from: string, line: string][] = [
  ["app/domain/terms.ts", 'import { now } from "#runtime/clock.ts"'],
  ["app/domain/terms.ts", 'import type { Row } from "#db/index.ts"'],
  ["app/domain/terms.ts", 'import { z } from "zod"'],
  ["app/domain/terms.ts", 'import { now } from "../runtime/clock.ts"'],
  ["app/runtime/log.ts", 'import { rows } from "#db/index.ts"'],
  ["app/ui/field.tsx", 'import { Sheet } from "#features/mark-sheet/sheet.tsx"'],
  ["app/ui/field.tsx", 'import { env } from "#runtime/env.ts"'],
  ["app/ui/field.tsx", 'import { readFile } from "node:fs/promises"'],
  ["templates/mark-sheet/pdf.ts", 'import { today } from "#runtime/clock.ts"'],
  ["templates/mark-sheet/pdf.ts", 'import { rows } from "#db/index.ts"'],
  ["db/queries/lessons.ts", 'import type { Values } from "#saving/protocol/protocol.ts"'],
  ["db/queries/lessons.ts", 'import { requireAccess } from "#access/require-access.server.ts"'],
  ["app/access/session.server.ts", 'import { open } from "#features/mark-sheet/open.server.ts"'],
  ["app/access/session.server.ts", 'import { rows } from "#db/index.ts"'],
  ["app/access/session.server.ts", 'import { Session } from "#db/models/accounts.ts"'],
  ["app/files/store.server.ts", 'import { visible } from "#access/visible.server.ts"'],
  ["jobs/queue.ts", 'import { renderBatch } from "#features/reports/render.server.ts"'],
  ["app/saving/outbox.ts", 'import { saveRows } from "./save-rows.server.ts"'],
  ["app/saving/outbox.ts", 'import { log } from "#runtime/log.ts"'],
  ["app/saving/save-rows.server.ts", 'import { open } from "#features/mark-sheet/open.server.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { Student } from "#db/models/people.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { rows } from "#db/index.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { render } from "#jobs/handlers.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { pdf } from "#templates/mark-sheet/pdf.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { card } from "#features/reports/card.server.ts"'],
  ["app/features/mark-sheet/save.server.ts", 'import { card } from "../reports/card.server.ts"'],
  [
    "app/features/mark-sheet/save.server.ts",
    'import { rule } from "#features/mark-sheet/save/marks.rules.ts"',
  ],
  ["app/features/mark-sheet/sheet.tsx", 'import { open } from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'export { open } from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'export * from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'await import("./open.server.ts")'],
  ["app/features/mark-sheet/sheet.tsx", 'import { type Sheet, open } from "./open.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import type { Row } from "#db/queries/marks/mark-sheet.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { env } from "#runtime/env.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { saveRows } from "#saving/server/save-rows.server.ts"'],
  ["app/features/mark-sheet/sheet.tsx", 'import { Field } from "../../ui/field.tsx"'],
  ["app/routes/mark-sheet.tsx", 'import { transaction } from "#db/index.ts"'],
  ["app/routes/mark-sheet.tsx", 'import { sheet } from "#db/queries/marks/mark-sheet.ts"'],
  ["app/routes/mark-sheet.tsx", 'import { enqueue } from "#jobs/queue.ts"'],
  ["app/api/marks.ts", 'import { documents } from "#templates/index.ts"'],
  ["jobs/handlers.ts", 'import { batch } from "#db/queries/batches.ts"'],
  ["jobs/handlers.ts", 'import { pdf } from "#templates/index.ts"'],
  ["jobs/worker.ts", 'import { renderBatch } from "#features/reports/render.server.ts"'],
  ["app/domain/terms.ts", 'import { createSchool } from "#tests/support/builders/school.ts"'],
];

test.each(allowed)("%s may say: %s", (from, line) => {
  const messages = lint(from, line);

  expect(messages).toEqual([]);
});

test.each(forbidden)("%s may not say: %s", (from, line) => {
  const messages = lint(from, line);

  expect(messages).toEqual([{ ruleId: "termbook/import-table", message: expect.stringMatching(/\w/) }]);
});

function lint(from: string, line: string) {
  const linter = new Linter({ cwd: process.cwd() });
  const config = {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parser: tseslint.parser as Linter.Parser, sourceType: "module" as const },
    plugins: { termbook: { rules: { "import-table": importTable } } },
    rules: { "termbook/import-table": "error" as const },
  };
  const messages = linter.verify(`${line};\n`, config, { filename: from });
  return messages.map(({ ruleId, message }) => ({ ruleId, message }));
}
