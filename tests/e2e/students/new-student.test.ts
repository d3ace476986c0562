import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  waitForHydration,
  newPage,
  waitForMessage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

async function open(path: string, options: Omit<PageOptions, "origin"> = {}): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, path);
  if (options.javaScript !== false) await waitForHydration(page);
  return page;
}

test("students are entered one after the other by keyboard alone, in fewer than 50 keys each", async () => {
  const page = await open("/app/students/new?search=ali");
  const dialog = page.getByRole("dialog");
  const keys = countedKeys(page);
  await expect.poll(() => focused(page)).toBe("first_name");
  const firstDay = await dialog.getByLabel("Entry Date").inputValue();

  await keys.child({ first: "Kezia", last: "Row", born: "3/7/17", gender: "F", pin: "ROW0001" });
  await keys.press("Tab");
  await keys.type("Std 2");
  await keys.press("Tab");
  await keys.press("ArrowDown");
  await keys.press("Tab");
  await keys.press("ArrowDown");
  await keys.press("Tab");
  await keys.press("Enter");
  await waitForMessage(page, "Kezia Row added");
  await expect.poll(() => focused(page)).toBe("first_name");
  const cursor = await dialog.getByLabel("First Name").inputValue();
  const kept = await keptValues(page);
  const violations = await violationsOn(page);
  const before = keys.count();
  await keys.child({ first: "Micah", last: "Row", born: "4/8/17", gender: "M", pin: "ROW0002" });
  await keys.press("Enter");
  await waitForMessage(page, "Micah Row added");
  await expect.poll(() => focused(page)).toBe("first_name");
  const perStudent = keys.count() - before;
  await dialog.getByRole("link", { name: "Micah Row" }).click();
  await dialog.getByRole("heading", { name: "Micah Row" }).waitFor();
  const second = [
    await dialog.getByLabel("House").inputValue(),
    await dialog.getByLabel("Entry Date").inputValue(),
  ];

  expect(cursor).toBe("");
  expect(kept.class).toBe("Std 2");
  expect([kept.house, kept.entry]).toEqual(second);
  expect(kept.entry).toBe(firstDay);
  expect(firstDay).toMatch(/^\d{1,2} \w{3} 2026$/);
  expect(kept.words).toBe(4);
  expect(violations).toEqual([]);
  expect(perStudent).toBeLessThan(50);
  expect(await dialog.getByText(/^Std 2 \w, /).count()).toBe(1);
  expect(new URL(page.url()).search).not.toContain("kept");
});

test("without script the next student's form keeps the same values, and Clear begins anew", async () => {
  const page = await open("/app/students/new", { javaScript: false });
  const dialog = page.getByRole("dialog");
  await fill(page, { first: "Jonah", last: "Plain", pin: "ROW0003" });
  await dialog.getByLabel("House").selectOption({ index: 1 });
  await dialog.getByLabel("Entry Date").fill("1-6-26");
  const house = await dialog.getByLabel("House").inputValue();

  await dialog.getByLabel("First Name").press("Enter");
  await waitForMessage(page, "Jonah Plain added");
  const kept = await keptValues(page);
  await fill(page, { first: "Jonah", last: "Plain", pin: "ROW0004" });
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(
    dialog,
    /Termbook found (this record|these records) while you typed\. You can carry on\./,
  );
  const typed = await dialog.getByLabel("Birth Certificate Pin").inputValue();
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(page, "Jonah Plain added");
  await dialog.getByRole("link", { name: "Clear" }).click();
  const cleared = await dialog.getByLabel("House").inputValue();

  expect([kept.house, kept.entry]).toEqual([house, "1 Jun 2026"]);
  expect(typed).toBe("ROW0004");
  expect(cleared).toBe("");
  expect(await dialog.getByText("Copied from the last student").count()).toBe(0);
});

test("a probable duplicate is shown beside the form and announced, and the cursor stays where it was", async () => {
  const page = await open("/app/students/new");
  const dialog = page.getByRole("dialog");
  await fill(page, { first: "Twin", last: "Beside", pin: "ROW0005" });
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(page, "Twin Beside added");
  await expect.poll(() => focused(page)).toBe("first_name");

  await page.keyboard.type("Twin");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Beside");
  await page.keyboard.press("Tab");
  await waitForMessage(dialog, "Same name");
  const focus = await focused(page);
  const column = await dialog.getByRole("complementary").boundingBox();
  const names = await dialog.getByLabel("Last Name").boundingBox();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Save your changes?" }).waitFor();

  expect(focus).toBe("date_of_birth");
  expect(column?.x).toBeGreaterThan((names?.x ?? 0) + (names?.width ?? 0));
  expect(await dialog.getByRole("status").first().innerText()).toContain("This child may already be here");
});

test("a dropped connection after a refusal is said alone, without the date that is already corrected", async () => {
  const page = await open("/app/students/new");
  const dialog = page.getByRole("dialog");
  await fill(page, { first: "Dropped", last: "Line", pin: "ROW0009" });
  await dialog.getByLabel("Date of Birth").fill("31/2/2017");
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(dialog, "Check Date of Birth");

  await dialog.getByLabel("Date of Birth").fill("3/7/2017");
  await page.context().setOffline(true);
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(dialog, "The server did not answer");
  const boxes = await dialog.getByRole("alert").allInnerTexts();
  await page.context().setOffline(false);

  expect(boxes.filter((words) => words.trim() !== "")).toHaveLength(1);
  expect(boxes.join(" ")).not.toContain("31 February");
});

test("a missing name is said without a connection, and nothing that was typed is lost", async () => {
  const page = await open("/app/students/new");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First Name").fill("Offline");
  await page.context().setOffline(true);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });

  await page.keyboard.press("Enter");
  await waitForMessage(dialog, "Check Last Name, Birth Certificate Pin.");
  const hints = await dialog.getByText("Required", { exact: true }).count();
  const violations = await violationsOn(page);
  await page.context().setOffline(false);
  await dialog.getByLabel("Last Name").fill("Child");
  await dialog.getByLabel("Birth Certificate Pin").fill("ROW0010");
  await dialog.getByRole("button", { name: "Add another" }).click();
  await waitForMessage(page, "Offline Child added");

  expect(hints).toBe(2);
  expect(violations).toEqual([]);
  expect(sent.filter((url) => url.includes("/students/new"))).toHaveLength(1);
});

test("a tab that is opened has the cursor in its first field, unless a stray key would change the record", async () => {
  const page = await open("/app/students/90");
  const dialog = page.getByRole("dialog");
  const tab = (name: string) =>
    dialog.getByRole("navigation", { name: "Record" }).getByRole("link", { name });
  const arrived = await page.evaluate(() => document.activeElement?.tagName);

  await tab("Personal").click();
  await expect.poll(() => focused(page)).toMatch(/^address_home/);
  await tab("Family").click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Family/);
  await tab("Medical").click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Medical/);
  await tab("General").click();
  await expect.poll(() => focused(page)).toBe("first_name");

  expect(arrived).toBe("H2");
});

function focused(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "");
}

type Child = { first: string; last: string; born: string; gender: string; pin: string };

/** Presses keys as a person would, and counts them. */
function countedKeys(page: Page) {
  let count = 0;
  const press = async (key: string) => {
    count += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    count += text.length;
    await page.keyboard.type(text);
  };
  const child = async ({ first, last, born, gender, pin }: Child) => {
    await type(first);
    await press("Tab");
    await type(last);
    await press("Tab");
    await type(born);
    await press("Tab");
    await press("Space");
    if (gender === "M") await press("ArrowRight");
    await press("Tab");
    await type(pin);
  };
  return { press, type, child, count: () => count };
}

async function keptValues(page: Page) {
  const dialog = page.getByRole("dialog");
  await waitForMessage(dialog, "Copied from the last student");
  return {
    class: await dialog.getByLabel("Class", { exact: true }).inputValue(),
    house: await dialog.getByLabel("House").inputValue(),
    entry: await dialog.getByLabel("Entry Date").inputValue(),
    words: await dialog.getByText("kept", { exact: true }).count(),
  };
}

async function fill(page: Page, { first, last, pin }: Pick<Child, "first" | "last" | "pin">): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First Name").fill(first);
  await dialog.getByLabel("Last Name").fill(last);
  await dialog.getByLabel("Birth Certificate Pin").fill(pin);
}
