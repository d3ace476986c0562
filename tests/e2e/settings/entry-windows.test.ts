import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import {
  enterMark,
  waitForRowState,
  openSheet,
  sheetRowLocator,
  rowsWithField,
} from "#tests/support/browser/sheet-page.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const OWN = {
  userName: "teacher",
  lesson: { classLabel: "Std 4 R", subject: "Spanish" },
  testTitle: "End of Term",
};
const WORDS = /the time to enter marks ended on/;

test("without script, on a phone, the office sets dates, gives one teacher longer and ends it", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings");
  const reports = page.getByRole("form", { name: "Dates for reports" });
  const longer = page.getByRole("form", { name: "Give more time" });

  await page.getByRole("link", { name: /Entry windows/ }).click();
  await reports.getByLabel("From").fill("2099-02-01");
  await reports.getByLabel("To").fill("2099-01-01T16:00");
  await reports.getByRole("button", { name: "Save dates" }).click();
  await reports
    .getByRole("link", { name: "The end is before the start. Enter a later date and time." })
    .waitFor();
  expect(await reports.getByLabel("From").inputValue()).toBe("1 Feb 2099");
  await reports.getByLabel("To").fill("2099-03-01T16:00");
  await reports.getByRole("button", { name: "Save dates" }).click();
  await page.getByText("Dates for reports saved").first().waitFor();
  await page.getByText("Closed: reports can be entered from 1 Feb 2099.").waitFor();

  await longer.getByLabel("Teacher").selectOption({ index: 1 });
  await longer.getByLabel("For").selectOption("reports");
  await longer.getByLabel("Until").fill("2099-03-03T16:00");
  await longer.getByRole("button", { name: "Give more time" }).click();
  await longer
    .getByRole("link", { name: "Enter the reason. It appears beside the teacher’s name." })
    .waitFor();
  await longer.getByLabel("Reason").fill("Sick leave");
  await longer.getByRole("button", { name: "Give more time" }).click();
  await page.getByText("3 Mar 2099, 16:00").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await page.getByRole("button", { name: /^End the extra time: / }).click();
  await page.getByText("No teacher has been given more time.").waitFor();

  await reports.getByLabel("From").fill("");
  await reports.getByLabel("To").fill("");
  await reports.getByRole("button", { name: "Save dates" }).click();
  await page.getByText("Open: without dates, reports can be entered at any time.").waitFor();
});

test("what was typed when the time was over is refused beside its row and kept; the sheet says so", async () => {
  const page = await openSheet({ origin }, OWN);
  page.on("dialog", (dialog) => void dialog.accept());
  const [row = ""] = await rowsWithField(page);
  await closeMarks();

  await enterMark(page, row, "47");
  await waitForRowState(page, row, "refused");
  await sheetRowLocator(page, row).getByText(WORDS).waitFor();

  await page.reload();
  await page.getByText(/ended on .* An administrator can give you more time/).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  await page.goto("/app/unsent");
  await page
    .getByText(/Mark 47/)
    .first()
    .waitFor();
});

function closeMarks(): Promise<unknown> {
  return queryDatabase(
    databaseUrl,
    `insert into entry_windows (academic_term_id, kind, closes_at)
     select current_term_id, 'marks', now() - interval '1 minute' from schools`,
  );
}
