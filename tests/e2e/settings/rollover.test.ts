import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import {
  submitNextTermDates,
  pauseWorker,
  createNextClasses,
  pressStartNewTerm,
  pressUndo,
  resumeWorker,
} from "#tests/support/browser/rollover-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

/** With script, `next-year-clicks.test.ts` turns the year, and `rollover-and-unsent.test.ts` puts it back. */
test("without script, on a phone, the year is rehearsed, who is stuck is sent elsewhere, it is turned while one watches, and put back", async () => {
  const product = await startProduct({ flavour: "secondary", worker: true });
  await createNextClasses(product.databaseUrl, { without: "2A" });
  const page = await newPage({ origin: product.origin, javaScript: false, phone: true });
  await signIn(page, "Admin", DEMO_PASSWORD);
  const faults: unknown[] = [];
  const inspect = async () => faults.push(...(await violationsOn(page)), ...(await beyondEdge(page)));

  await submitNextTermDates(page);
  await page.getByText("The new term cannot start yet").waitFor();
  await inspect();
  const disabled = await page.getByRole("button", { name: "Start new term" }).isDisabled();
  await page.getByRole("link", { name: "Choose classes for students" }).click();
  await page.getByRole("checkbox", { checked: true }).first().waitFor();
  const stuck = await page.getByRole("checkbox", { checked: true }).count();
  await page.getByLabel("New outcome").selectOption({ label: "Repeat" });
  await page.getByRole("button", { name: /^Change \d+ students/ }).click();
  await page.getByText("The numbers add up: every student has a place.").waitFor();
  await inspect();
  pauseWorker(product);

  await page.getByRole("link", { name: "Start new term" }).click();
  await page.getByRole("dialog").getByText("You can undo the new term while").waitFor();
  await inspect();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await pressStartNewTerm(page);
  await page.getByRole("heading", { name: "The new term is being set up" }).waitFor();
  await page.getByText("Running since").waitFor();
  await waitForMessage(page.getByRole("banner"), "Changing to 2026-2027, Term 1");
  await inspect();
  resumeWorker(product);
  await page.getByRole("heading", { name: "The new term has started" }).waitFor();
  await waitForMessage(page, "Term Set Successfully");
  await inspect();
  const file = await page.getByRole("link", { name: "Spreadsheet" }).getAttribute("href");
  const journal = await page.request.get(file ?? "");

  await page.getByRole("link", { name: "Undo new term" }).click();
  await page.getByRole("dialog").getByText("Afterwards").waitFor();
  await inspect();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await pressUndo(page);
  await page.getByRole("heading", { name: "The start of the new term was undone" }).waitFor();
  await waitForMessage(page.getByRole("banner"), "2025-2026, Term 3");

  expect(disabled).toBe(true);
  expect(stuck).toBeGreaterThan(1);
  expect([journal.status(), journal.headers()["content-disposition"]]).toEqual([
    200,
    expect.stringContaining("attachment"),
  ]);
  expect(faults).toEqual([]);
});

/** Lists by how much the page can be scrolled sideways, if at all. */
async function beyondEdge(page: Page): Promise<number[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond > 0 ? [beyond] : [];
}
