import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  violationsOn,
  waitForHydration,
  waitForMessage,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("the office filters, selects students on two pages, puts them into a house and undoes it", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD);
  await page.goto(`${origin}/app/students?rows=5`);
  await waitForHydration(page);
  const boxes = page.getByRole("checkbox", { name: /^Select [^a]/ });
  const selected = page.getByRole("status").filter({ hasText: "selected" });

  await page.getByRole("combobox", { name: "Missing" }).selectOption("card");
  await waitForMessage(page, /no immun\. card/);
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  await page.getByRole("link", { name: "Next" }).click();
  await waitForMessage(page, /^6 to 10 of/);
  await boxes.nth(1).check();
  await expect.poll(() => selected.textContent()).toBe("3 selected, 2 of them on other pages");
  const violations = await violationsOn(page);
  await page.getByRole("link", { name: "Show selected" }).click();
  await expect.poll(() => boxes.count()).toBe(3);
  await page.getByRole("link", { name: "Set house" }).click();
  await page.getByRole("heading", { name: "Put 3 students into a house" }).waitFor();
  violations.push(...(await violationsOn(page)));
  await page.getByRole("dialog").getByRole("combobox", { name: "House" }).selectOption({ index: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Set house for 3 students" }).click();
  await waitForMessage(page, /students? put into/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await waitForMessage(page, /^Undone: /);

  expect(violations).toEqual([]);
  expect(await page.getByText("Undo your recent changes").count()).toBe(0);
});

test("without script, on a phone, the office prints the list and the registration forms of the students it has selected", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/students?rows=5");
  const selected = page.getByRole("status").filter({ hasText: "selected" });
  if (!/^None/.test((await selected.textContent()) ?? ""))
    await page.getByRole("button", { name: "Clear" }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select [^a]/ });
  await boxes.nth(1).check();
  await boxes.nth(3).check();
  await page.getByRole("button", { name: "Save the selection on this page" }).click();
  await expect.poll(() => selected.textContent()).toBe("2 selected");
  const files = [];
  const problems = [];

  for (const label of ["Student list", "Registration forms"]) {
    await page.locator("summary", { hasText: "Print" }).click();
    const link = page.getByRole("link", { name: label });
    await link.waitFor();
    problems.push(...(await violationsOn(page)));
    problems.push(...(await wideParts(page)));
    const path = (await link.getAttribute("href")) ?? "";
    const [response] = await Promise.all([
      page.waitForResponse((item) => new URL(item.url()).pathname === path),
      link.click(),
    ]);
    files.push([response.status(), response.headers()["content-disposition"]]);
    await page.goto(`${origin}/app/students?rows=5`);
  }

  expect(files).toEqual([
    [200, expect.stringContaining("Student list 2 students")],
    [200, expect.stringContaining("Registration forms")],
  ]);
  expect(problems).toEqual([]);
});

/** Says by how much the page is wider than the screen. */
function wideParts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    return over > 0 ? [`${over}px too wide`] : [];
  });
}

test("the list follows what is typed, and the focus stays in the field", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD);
  await page.goto(`${origin}/app/students`);
  await waitForHydration(page);

  await page.getByRole("searchbox", { name: "Search" }).click();
  await page.keyboard.type("bap", { delay: 40 });
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("bap");
  await page.keyboard.type("tiste", { delay: 40 });
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe("baptiste");

  expect(await page.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("baptiste");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("search");
});
