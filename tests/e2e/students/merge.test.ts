import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, shown, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { answerOf } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

test.each([{ javaScript: true }, { javaScript: false }])(
  "a clerk finds two records of one child, decides what stays, merges and undoes it, $javaScript",
  async ({ javaScript }) => {
    const keys = javaScript ? [61, 62] : [63, 64];
    const name = await makeAlike(keys);
    const page = await newPage({ origin, javaScript, phone: !javaScript });
    const compare = page.getByRole("link", { name: `Compare ${name} and ${name}` });
    await signIn(page, "clerk", DEMO_PASSWORD, "/app/students");

    await page.getByRole("link", { name: "Duplicates" }).click();
    await page.getByRole("heading", { name: "Duplicates" }).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await compare.click();
    await page.getByRole("heading", { name: "Merge Two Records" }).waitFor();
    await page.getByRole("button", { name: "Merge records" }).click();
    await shown(page, "Say which of it stays");
    expect(await violationsOn(page)).toEqual([]);
    await chooseAll(page);
    await page.getByRole("button", { name: "Merge records" }).click();
    await shown(page, "are one now");
    expect(await statusesOf(keys)).toEqual([1, 6]);
    await page
      .getByRole("link", { name: /^Undo: / })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Undo the merge?" });
    await shown(dialog, "are two records again");
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Undo the merge" }).click();
    await shown(page, "is a record of its own again");

    await compare.waitFor();
    expect(await statusesOf(keys)).toEqual([1, 1]);
  },
);

/** The second is called as the first, and born on the same day. @returns what both are called */
async function makeAlike(keys: readonly number[]): Promise<string> {
  const [made] = await answerOf<{ name: string }>(
    databaseUrl,
    `update students s
        set first_name = o.first_name, last_name = o.last_name, date_of_birth = o.date_of_birth
       from students o
      where o.id = $1 and s.id = $2
     returning s.last_name || ', ' || s.first_name as name`,
    keys,
  );
  return made?.name ?? "nobody";
}

async function statusesOf(keys: readonly number[]): Promise<number[]> {
  const found = await answerOf<{ student_status_id: number }>(
    databaseUrl,
    "select student_status_id from students where id = any ($1) order by student_status_id",
    [keys],
  );
  return found.map(({ student_status_id: id }) => id);
}

/** What stands in the record that stays is kept wherever both have something. */
async function chooseAll(page: Page): Promise<void> {
  const kept = page.locator("input[type=radio][value=kept]");
  for (let place = 0; place < (await kept.count()); place += 1) await kept.nth(place).check();
}
