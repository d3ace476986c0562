import { afterEach, expect, test, vi } from "vitest";
import { askNames } from "#features/unsent/ask-names.ts";
import type { Answered } from "#features/unsent/ask-names.ts";
import { MOST_SHEETS } from "#features/unsent/names.ts";
import type { AskedSheet } from "#features/unsent/names.ts";

afterEach(() => vi.unstubAllGlobals());

test("every sheet is asked for, in requests that the server takes", async () => {
  const asked = sheets(MOST_SHEETS + 1);
  const sizes = serverThatNames((sheet) => sheet !== "sheet-3");

  const answered = await allOf(asked);

  expect(sizes).toEqual([MOST_SHEETS, 1]);
  expect(answered.size).toBe(MOST_SHEETS + 1);
  expect(answered.get(`sheet-${MOST_SHEETS}`)).toMatchObject({ title: `Title of sheet-${MOST_SHEETS}` });
  expect(answered.get("sheet-3")).toBeNull();
});

test("of a sheet whose request got no answer nothing is said", async () => {
  const asked = sheets(MOST_SHEETS + 1);
  serverThatNames(() => true, { answers: 1 });

  const answered = await allOf(asked);

  expect(answered.has("sheet-0")).toBe(true);
  expect(answered.has(`sheet-${MOST_SHEETS}`)).toBe(false);
});

function sheets(count: number): AskedSheet[] {
  return Array.from({ length: count }, (_, place) => ({ sheet: `sheet-${place}`, rows: ["1"] }));
}

/** @returns how many sheets each request asked about */
function serverThatNames(knows: (sheet: string) => boolean, { answers = Infinity } = {}): number[] {
  const sizes: number[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: string }) => {
    if (sizes.length >= answers) throw new TypeError("no network");
    const asked = (JSON.parse(body) as { sheets: AskedSheet[] }).sheets;
    sizes.push(asked.length);
    const named = asked.filter(({ sheet }) => knows(sheet));
    return Response.json({ sheets: named.map(({ sheet }) => ({ sheet, title: `Title of ${sheet}` })) });
  });
  return sizes;
}

async function allOf(asked: readonly AskedSheet[]): Promise<Answered> {
  const all: [string, unknown][] = [];
  for await (const answered of askNames(asked)) all.push(...answered);
  return new Map(all) as Answered;
}
