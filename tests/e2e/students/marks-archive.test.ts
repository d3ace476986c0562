import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import {
  dropText,
  waitForHydration,
  newPage,
  nextFrames,
  signIn,
  violationsOn,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct({ flavour: "secondary" });
const [student] = await queryDatabase<{ id: number; student_id: string }>(
  databaseUrl,
  `select s.id, s.student_id from students s join archive_registrations g on g.student_key = s.id
    order by s.id limit 1`,
);

test("marks are typed down the grid, refused in words, and pasted from a spreadsheet", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD);
  await page.getByRole("link", { name: /Marks Archive/ }).click();
  await page.getByLabel("Search").fill(student?.student_id ?? "");
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: new RegExp(student?.student_id ?? "") })
    .getByRole("link")
    .click();
  await page.getByRole("dialog").getByText("Forms 1 to 3").waitFor();
  const course = (term: number) => page.getByRole("textbox", { name: `Maths course, Form 1, Term ${term}` });
  const before = await course(1).inputValue();
  expect(await violationsOn(page)).toEqual([]);

  await course(1).fill("105");
  await page.keyboard.press("Enter");
  const alert = page.getByRole("dialog", { name: "Not saved" });
  await alert.getByText("Maths course mark must be a number between 0-100.").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await alert.waitFor({ state: "detached" });
  await page.getByText(`105 was not saved; ${before} is still saved.`).waitFor();
  await expect.poll(() => focused(page)).toBe(await course(1).getAttribute("name"));
  expect(await course(1).inputValue()).toBe(before);

  await page.keyboard.type("97");
  await page.keyboard.press("Enter");
  await page.getByText("Maths course mark saved.").waitFor();
  expect(await focused(page)).toBe(await course(2).getAttribute("name"));
  await page.getByText("105 was not saved").waitFor({ state: "detached" });

  await paste(page, "COURSE\tEXAM\n11\t12\n13\t14\n");
  const question = page.getByRole("dialog", { name: "Paste" });
  await question.getByText("The first value, ‘COURSE’, is not a mark.").waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await question.getByRole("button", { name: "Leave out the first line" }).click();
  await question.getByText(/^2 lines for \d terms\.$/).waitFor();
  await question.getByRole("button", { name: "Start at Form 1, Term 2" }).click();
  await page.getByRole("button", { name: "Enter 4 marks" }).click();
  // Until the marks are drawn, the page still speaks of the save before.
  await page.evaluate(nextFrames);
  await page.getByText("All saved").waitFor();
  await page.reload();
  expect([await course(1).inputValue(), await course(2).inputValue(), await course(3).inputValue()]).toEqual([
    ...["97", "11", "13"],
  ]);
});

test("a dropped mark replaces the one that is there, and dropped lines are asked about like pasted ones", async () => {
  const page = await newPage({ origin });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/marks-archive/${student?.id}`);
  await waitForHydration(page);
  const course = (term: number) => page.getByRole("textbox", { name: `Maths course, Form 1, Term ${term}` });
  await course(1).fill("7");

  await dropText(course(1), "64");
  await page.keyboard.press("Enter");
  await page.getByText("Maths course mark saved.").waitFor();
  expect(await course(1).inputValue()).toBe("64");

  await dropText(course(2), "8\n9");
  await page
    .getByRole("dialog", { name: "Paste" })
    .getByText(/^2 lines for \d terms\.$/)
    .waitFor();
});

test("on a phone a class is chosen and a mark given by a form without script, and put back", async () => {
  const page = await newPage({ origin, javaScript: false, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/marks-archive/${student?.id}`);
  const exam = page.getByRole("textbox", { name: "ICT exam, Form 2, Term 3" });
  const before = await exam.inputValue();
  const edge = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  await page.getByLabel("Class, Form 2, Term 3").selectOption("2C");
  await exam.fill("abc");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("ICT exam mark must be a number between 0-100.").first().waitFor();
  expect([await exam.inputValue(), await violationsOn(page), await edge()]).toEqual(["abc", [], 0]);
  await exam.fill("99");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("1 saved.").waitFor();

  await page.getByRole("link", { name: "History of Form 2, Term 3" }).click();
  await page
    .getByRole("button", { name: /Put back/ })
    .first()
    .click();
  await page.getByRole("textbox", { name: "ICT exam, Form 2, Term 3" }).waitFor();
  expect(await exam.inputValue()).toBe(before);
});

test("on a phone one term is shown at a time", async () => {
  const page = await newPage({ origin, phone: true });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/marks-archive/${student?.id}`);
  await waitForHydration(page);
  const course = (term: number) => page.getByRole("textbox", { name: `Maths course, Form 3, Term ${term}` });

  await page.getByLabel("Term", { exact: true }).selectOption({ label: "Form 3, Term 2" });
  await course(2).waitFor();

  expect(await course(1).isVisible()).toBe(false);
  expect(await violationsOn(page)).toEqual([]);
});

function focused(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("name") ?? null);
}

/** Pastes as a spreadsheet leaves the text on the clipboard. */
function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", copied);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
