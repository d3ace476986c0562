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

test.each([{ javaScript: true }, { javaScript: false }])(
  "the office filters, selects students on two pages, puts them into a house and undoes it, $javaScript",
  async ({ javaScript }) => {
    const page = await newPage({ origin, javaScript });
    await signIn(page, "clerk", DEMO_PASSWORD);
    await page.goto(`${origin}/app/students?rows=5`);
    if (javaScript) await waitForHydration(page);
    const boxes = page.getByRole("checkbox", { name: /^Select [^a]/ });
    const selected = page.getByRole("status").filter({ hasText: "selected" });

    await page.getByRole("combobox", { name: "Missing" }).selectOption("card");
    if (!javaScript) await page.getByRole("button", { name: "Search" }).click();
    await waitForMessage(page, /no immun\. card/);
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole(javaScript ? "link" : "button", { name: "Next" }).click();
    await waitForMessage(page, /^6 to 10 of/);
    await boxes.nth(1).check();
    if (!javaScript) await page.getByRole("button", { name: "Keep the ticks on this page" }).click();
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
  },
);

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
