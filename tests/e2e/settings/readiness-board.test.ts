import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

test("without script, on a phone, what stops the year's turn is mended from the board, one thing after the other", async () => {
  const { origin } = await startProduct();
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD);
  const row = (words: string) => page.getByRole("listitem").filter({ hasText: words });
  const faults = async () => [
    ...(await violationsOn(page)),
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ];

  await page.getByRole("link", { name: /Readiness Board/ }).click();
  await page.getByText("Everything to finish before").waitFor();
  expect(await faults()).toEqual([0]);
  await row("2026-2027 has no classes yet.")
    .getByRole("link", { name: /^Make classes/ })
    .click();
  await page.getByRole("button", { name: /^Make 14 classes for 2026-2027/ }).click();
  await page.getByRole("link", { name: "Rehearse the new term" }).waitFor();

  await page.goto("/app/readiness-board");
  const placeless = row("These students have no class in 2026-2027 yet.");
  await placeless.waitFor();
  expect(await faults()).toEqual([0]);
  await placeless.getByRole("link", { name: /^Choose classes/ }).click();
  await page.getByText(/have no class next year/).waitFor();

  await page.goto("/app/readiness-board");
  await page.getByRole("link", { name: "Rehearse the new term" }).click();
  await page.getByText("A rehearsal comes first.").waitFor();
  await page.getByRole("link", { name: "Readiness Board" }).click();
  await row("Classes whose reports are not posted.")
    .getByRole("link", { name: /^Post reports/ })
    .click();
  await page.getByRole("heading", { level: 1, name: "Post Reports" }).waitFor();
});
