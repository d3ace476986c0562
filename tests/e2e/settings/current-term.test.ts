import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

test("without script, on a phone, the term is corrected, an earlier one set, and the current one again", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const seen: unknown[] = [await violationsOn(page), await edge()];

  await page.getByRole("link", { name: /Current Term/ }).click();
  const sessions = page.getByLabel("Total Sessions");
  const before = await sessions.inputValue();
  await page.getByLabel("New Term Start").fill("");
  await page.getByRole("button", { name: "Update Details" }).click();
  await page.getByRole("link", { name: "New Term Start: This field is required" }).waitFor();
  await waitForMessage(page, "Information Missing.");
  seen.push(await violationsOn(page), await edge());
  await page.goto("/app/settings/current-term");
  await sessions.fill(String(Number(before) - 1));
  await page.getByRole("button", { name: "Update Details" }).click();
  await waitForMessage(page, "Term Updated Successfully");
  expect(await sessions.inputValue()).toBe(String(Number(before) - 1));
  await sessions.fill(before);
  await page.getByRole("button", { name: "Update Details" }).click();
  // This checks the stored value: the typed one is there before the response, and leaving then would ask a question.
  await expect.poll(() => sessions.evaluate((field: HTMLInputElement) => field.defaultValue)).toBe(before);

  await page.getByRole("link", { name: "Term Archives" }).click();
  await page.getByRole("row", { name: /Current term/i }).waitFor();
  const current = await page
    .getByRole("row", { name: /Current term/i })
    .getByRole("button")
    .isDisabled();
  const advance = await page.getByRole("button", { name: "Advance Term" }).isDisabled();
  seen.push(await violationsOn(page), await edge());
  const [label = ""] = await setLabels(page);
  for (const step of [label, null]) {
    await page
      .getByRole("link", { name: step ?? (await setLabels(page))[0] ?? "" })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No student is promoted or moved.").waitFor();
    if (step) seen.push(await violationsOn(page));
    await dialog.getByRole("button", { name: "Set Term" }).click();
    await waitForMessage(page, /^Term Set to /);
  }

  expect([current, advance]).toEqual([true, true]);
  expect(seen).toEqual([[], 0, [], 0, [], 0, []]);
});

/** Lists the terms that can be set, newest first. */
function setLabels(page: Awaited<ReturnType<typeof newPage>>): Promise<string[]> {
  return page
    .getByRole("link", { name: /^Set Term: / })
    .evaluateAll((links) => links.map((link) => link.getAttribute("aria-label") ?? ""));
}
