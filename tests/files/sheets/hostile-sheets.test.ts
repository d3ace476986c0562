import { expect, test, vi } from "vitest";
import { readSpreadsheet } from "#files/sheets/read-sheet.server.ts";
import { fileOf } from "../file-of.ts";
import { beside, HOSTILE_BOOKS, rowsOf } from "./hostile-books.ts";
import { textsOf, workbook } from "./made-books.ts";

vi.setConfig({ testTimeout: 90_000 });

const LIMITS = { rows: 5_000 };

test.each(HOSTILE_BOOKS)("%s: read or refused", async (_what, made, outcome) => {
  const path = await fileOf(await made());

  const found = await readSpreadsheet(path, LIMITS);

  expect(String(textsOf(found)).slice(0, 200)).toMatch(outcome);
});

test("a file that takes too long or too much memory is refused, and the process goes on meanwhile", async () => {
  const path = await fileOf(
    await workbook({ rows: rowsOf(4_000, `<c t="str"><v>a</v></c>`.repeat(60)), ...beside({}) }),
  );
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 10);

  const found = await readSpreadsheet(path, LIMITS, 500);
  clearInterval(ticking);

  expect(textsOf(found)).toMatch(/takes too long to read/);
  expect(ticks).toBeGreaterThan(20);
});
