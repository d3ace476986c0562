import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, waitForMessage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct({ worker: true });

const LIST = [
  "Intake 2026;;;;;;",
  "Surname;Given;DOB;Q1;Paper;Contact;Bus route",
  "Alexander;Keziah;3/7/2014;F;X201407030871;868-765-4321;Arima",
  "De Freitas;Isabella;12/4/2014;F;X201404121187;7654321;",
  "Villafaña;Amara Simone;25/3/2014;F;2.01403E+11;1 868 555 0117;Valencia",
];

async function sent(page: Page): Promise<void> {
  const buffer = Buffer.from(LIST.join("\r\n"), "latin1");
  await page
    .getByLabel("Spreadsheet")
    .setInputFiles([{ name: "sta-students.csv", mimeType: "text/csv", buffer }]);
  await page.getByRole("button", { name: "Check file" }).click();
  await page.getByRole("heading", { name: "Match the columns" }).waitFor();
}

const fieldOf = (page: Page, heading: string) => page.getByLabel(`Field for ${heading}`, { exact: true });

/** Returns how far the page reaches over the window's right edge. */
const overflow = (page: Page) => page.evaluate("document.documentElement.scrollWidth - window.innerWidth");

test("without script, on a phone, a clerk matches the columns of a list", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/students/import");
  await sent(page);
  await waitForMessage(page, "Row 5 has 25/3/2014, so 3/7/2014 in row 3 is 3 Jul 2014.");
  await waitForMessage(page, "Western European, Windows-1252");
  expect(await fieldOf(page, "Surname").inputValue()).toBe("last_name");
  expect(await violationsOn(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  await fieldOf(page, "Paper").selectOption({ label: "Birth Certificate Pin" });
  await fieldOf(page, "Contact").selectOption({ label: "Birth Certificate Pin" });
  await page.getByRole("button", { name: "Check the preview" }).click();
  await waitForMessage(page, "Birth Certificate Pin is chosen for the column ‘Contact’ too.");
  expect(await fieldOf(page, "Paper").getAttribute("aria-invalid")).toBe("true");
  expect(await violationsOn(page)).toEqual([]);
  await fieldOf(page, "Contact").selectOption({ label: "Phone (Mobile)" });
  await fieldOf(page, "Bus route").selectOption({ label: "Do not import" });

  const dates = page.getByLabel("Dates of this file");
  await page.locator("summary", { hasText: "Dates" }).click();
  await dates.selectOption({ label: "Month first, 3/25/2014" });
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Read the file again" }).locator("visible=true").click();
  await waitForMessage(page, "You chose this. 3/7/2014 in row 3 is 7 Mar 2014.");
  expect(await fieldOf(page, "Paper").inputValue()).toBe("birth_certificate_pin");
  await page.locator("summary", { hasText: "Dates" }).click();
  await dates.selectOption({ label: "Day first, 25/3/2014" });
  await page.getByRole("button", { name: "Check the preview" }).click();
  await waitForMessage(page, "Row 5 has 25/3/2014");
  await page.getByRole("button", { name: "Check the preview" }).click();

  await waitForMessage(page, "Born 3 Jul 2014, PIN X201407030871");
  await waitForMessage(page, "Excel shortened this number: format the column as text");
  expect(await violationsOn(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Change: Columns" }).click();
  await page.getByRole("link", { name: "Back to the preview" }).click();
  await page.getByRole("button", { name: "Discard import" }).click();
  await page.getByRole("heading", { name: "Choose the file" }).waitFor();
});
