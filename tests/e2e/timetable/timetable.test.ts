import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { formatDate } from "#domain/dates.ts";
import {
  waitForHydration,
  newPage,
  signIn,
  violationsOn,
  waitForMessage,
} from "#tests/support/browser/browser.ts";
import { delayRequests } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();
// Nobody teaches this subject, so the timetable does not ask about a second teacher. It is the first in every list.
await queryDatabase(
  databaseUrl,
  "insert into subjects (subject_id, title, abbr) values (9000, 'Abacus', 'ABA')",
);
afterEach(() => queryDatabase(databaseUrl, "delete from lessons where subject_id = 9000"));

test.each([
  { javaScript: true, whose: "principal" },
  { javaScript: false, whose: "clerk" },
])("the office adds a lesson, is refused it twice, changes and deletes it, $javaScript", async (given) => {
  const { page, dialog } = await openTimetable(given);
  await waitForMessage(dialog, "No lessons yet.");

  const first = await addLesson(page, given);
  await row(dialog, first).getByText("Saved", { exact: true }).waitFor();
  await addLesson(page, given);
  if (given.javaScript)
    await acknowledge(
      page,
      "This change cannot be saved (422 Unprocessable Entity)",
      "This lesson is already in the list.",
    );
  const blank = row(dialog, "New lesson");
  await waitForMessage(blank, "Not saved: this lesson is already in the list");
  await dialog.getByRole("link", { name: /1 needs attention/ }).waitFor();
  await blank.getByRole("link", { name: "Remove" }).click();
  await blank.waitFor({ state: "detached" });
  const second = await changeClass(row(dialog, first), given);
  await row(dialog, second).getByText("Saved", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: `Delete ${second}` }).click();
  await waitForMessage(dialog, "No lessons yet.");

  expect(await dialog.getByRole("form", { name: second }).count()).toBe(0);
});

test("who deletes a lesson by keyboard goes on from the heading, and who adds one from its class", async () => {
  const { page, dialog } = await openTimetable({ whose: "a.bartholomew" });
  const heading = dialog.getByRole("heading", { name: "Lessons" });
  const focused = () => heading.evaluate((element) => element === document.activeElement);
  const doomed = dialog.getByRole("button", { name: /^Delete / }).last();
  const name = (await doomed.getAttribute("aria-label"))?.slice("Delete ".length) ?? "";

  await doomed.press("Enter");
  await row(dialog, name).waitFor({ state: "detached" });
  await expect.poll(focused).toBe(true);
  await dialog.getByRole("link", { name: "Add Subject" }).first().press("Enter");
  const [subject = "", of = ""] = name.split(", ");
  await row(dialog, "New lesson").getByRole("combobox", { name: "Subject" }).selectOption({ label: subject });
  await row(dialog, "New lesson").getByRole("combobox", { name: "Class" }).focus();
  await row(dialog, "New lesson").getByRole("combobox", { name: "Class" }).selectOption({ label: of });
  const saved = row(dialog, name).getByRole("combobox", { name: "Class" });
  await saved.waitFor();

  await expect.poll(() => saved.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.close();
});

test("without script a lesson with marks is deleted, and it is said that they stay", async () => {
  const { dialog } = await openTimetable({ whose: "formteacher", javaScript: false });
  const doomed = dialog.getByRole("button", { name: /^Delete / }).nth(1);
  const name = (await doomed.getAttribute("aria-label"))?.slice("Delete ".length) ?? "";

  await doomed.click();

  await waitForMessage(dialog, /^The marks of \d+ students? stay/);
  await row(dialog, name).waitFor({ state: "detached" });
});

test("without script a class that has a form teacher asks whether it is shared or taken over", async () => {
  const { dialog } = await openTimetable({ whose: "newteacher", javaScript: false });
  const classes = dialog.getByRole("combobox", { name: "Teacher Class" });
  const before = await classes.inputValue();

  await chooseClass(dialog, "Std 2 T", { javaScript: false });
  await dialog.getByRole("button", { name: "Save class" }).click();
  await waitForMessage(
    dialog,
    /is the form teacher\. Share the class, or choose the day to take it over\. .* stays form teacher until the day before\./,
  );
  await waitForMessage(dialog, `The terms of this school year run from ${await daysOfYear()}.`);
  await dialog.getByLabel("From").fill("1999-01-01");
  await dialog.getByRole("button", { name: "Take over" }).click();
  await waitForMessage(dialog, "Enter a day in the school year");
  await dialog.getByRole("button", { name: "Share as co-teacher" }).click();

  await dialog.getByText(/Share the class, or choose the day to take it over/).waitFor({ state: "detached" });
  await expect.poll(() => dialog.getByRole("radio", { name: "Co-teacher" }).isChecked()).toBe(true);
  expect(await classes.inputValue()).not.toBe(before);
});

test("a class is found by typing a part of it, and taken by the keyboard alone", async () => {
  const { page, dialog } = await openTimetable({ whose: "principal" });
  const box = dialog.getByRole("combobox", { name: "Teacher Class" });
  const list = dialog.getByRole("listbox", { name: "Classes" });
  const active = async () =>
    dialog.locator(`#${await box.getAttribute("aria-activedescendant")}`).innerText();

  await box.focus();
  await page.keyboard.type("std 5");
  await waitForMessage(dialog, "Was none");
  const found = await list.getByRole("option").allInnerTexts();
  const first = await active();
  await page.keyboard.press("ArrowDown");
  const second = await active();
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "detached" });
  const left = await box.inputValue();
  await page.keyboard.type("a new std 5");
  await page.keyboard.press("Enter");
  await dialog
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .first()
    .waitFor();
  await expect.poll(() => box.inputValue()).toMatch(/^Std 5 /);
  await chooseClass(dialog, "No class", { javaScript: true });
  await expect.poll(() => box.inputValue()).toBe("No class");

  expect(found.every((words) => /Std 5|No class/.test(words))).toBe(true);
  expect(found.length).toBeGreaterThan(2);
  expect([first, left]).toEqual([found[0], "No class"]);
  expect(second).toBe(found[1]);
});

test("a class that a colleague changed meanwhile is told, and then changed", async () => {
  const [one, other] = [
    await openTimetable({ whose: "principal" }),
    await openTimetable({ whose: "principal" }),
  ];
  const box = other.dialog.getByRole("combobox", { name: "Teacher Class" });
  const classFormOf = ({ page, dialog }: typeof one) =>
    dialog.locator("form").filter({ has: page.getByRole("combobox", { name: "Teacher Class" }) });
  const stored = classFormOf(other).getByText("Saved", { exact: true });
  await chooseClass(one.dialog, /^Std 3 .*as form teacher/, { javaScript: true });
  await expect
    .poll(() => one.dialog.getByRole("combobox", { name: "Teacher Class" }).inputValue())
    .toMatch(/^Std 3/);
  await classFormOf(one).getByText("Saved", { exact: true }).first().waitFor();

  await chooseClass(other.dialog, /^Std 2 .*as form teacher/, { javaScript: true });
  await acknowledge(
    other.page,
    "Somebody else changed this lesson (409 Conflict)",
    "The class was changed while you had it open. Check the class, then try again.",
  );
  await chooseClass(other.dialog, "No class", { javaScript: true });

  await stored.first().waitFor();
  expect(await box.inputValue()).toBe("No class");
});

test.each([
  [
    "a lesson that is changed",
    (dialog: Locator) =>
      lessonsOf(dialog).first().getByRole("combobox", { name: "Class" }).selectOption({ index: 0 }),
  ],
  ["a lesson that is deleted", (dialog: Locator) => lessonsOf(dialog).first().getByText("Delete").click()],
  [
    "a class",
    async (dialog: Locator) => {
      // The keyboard is used because the message about the network covers the page, and targets of the mouse may
      // move.
      const box = dialog.getByRole("combobox", { name: "Teacher Class" });
      await box.fill("no class");
      await dialog.getByRole("option", { name: "No class" }).waitFor();
      await box.press("Enter");
    },
  ],
])("%s that came to no answer says so, and is not shown as saved", async (_, act) => {
  const { page, dialog } = await openTimetable({ whose: "formteacher" });
  const count = await lessonsOf(dialog).count();
  await page.context().setOffline(true);

  await act(dialog);

  await acknowledge(
    page,
    "The server did not answer",
    "The server did not answer, so your change may not be saved",
  );
  await dialog.locator("footer").getByText("Error Occured").waitFor();
  await dialog
    .locator("footer")
    .getByText(/1 needs attention/)
    .waitFor();
  expect(await lessonsOf(dialog).count()).toBe(count);
});

test("lessons that were given away without an answer are told so, and what was typed stays", async () => {
  const { page, dialog } = await openTimetable({ whose: "formteacher" });
  await dialog.getByRole("link", { name: "Give lessons to a substitute" }).click();
  const plate = page.getByRole("dialog", { name: "Lessons for a substitute" });
  const [from, to] = ["From", "To"].map((name) => plate.getByLabel(name, { exact: true }));
  await plate.getByRole("combobox", { name: "Substitute" }).selectOption({ index: 3 });
  await to?.fill((await from?.inputValue()) ?? "");
  await page.context().setOffline(true);

  await plate.getByRole("button", { name: "Give lessons" }).click();
  await waitForMessage(plate, "The server did not answer");

  expect(await to?.inputValue()).toBe(await from?.inputValue());
  expect(await plate.getByRole("button", { name: "Give lessons" }).count()).toBe(1);
});

test("without script, on a phone, lessons are given to a colleague for some days, and taken back", async () => {
  const { page, dialog } = await openTimetable({ whose: "formteacher", javaScript: false, phone: true });
  await dialog.getByRole("link", { name: "Give lessons to a substitute" }).click();
  const plate = page.getByRole("dialog", { name: "Lessons for a substitute" });
  await plate.getByRole("combobox", { name: "Substitute" }).selectOption({ index: 3 });
  for (const box of (await plate.getByRole("checkbox").all()).slice(1)) await box.uncheck();

  await plate.getByRole("button", { name: "Give lessons" }).click();
  await waitForMessage(plate, "The lessons were not given to a substitute");
  await plate
    .getByLabel("To", { exact: true })
    .fill(await plate.getByLabel("From", { exact: true }).inputValue());
  await plate.getByRole("button", { name: "Give lessons" }).click();
  await plate.waitFor({ state: "detached" });
  const said = page.getByText("Lessons given to the substitute.").filter({ visible: true }).first();
  expect((await said.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  const given = dialog.locator("li").getByRole("link", { name: / to \d/ });
  await given.waitFor();
  await given.click();
  await plate.getByRole("button", { name: /^End substitution/ }).click();

  await plate.getByRole("button", { name: /^End substitution/ }).waitFor({ state: "detached" });
  expect(await plate.getByRole("button", { name: "Give lessons" }).count()).toBe(1);
});

test("on a phone nothing is in anybody's way", async () => {
  const { page, dialog } = await openTimetable({ whose: "formteacher", phone: true });
  await dialog.getByRole("link", { name: "Add Subject" }).first().click();
  await row(dialog, "New lesson").waitFor();

  const timetable = await violationsOn(page);
  await dialog.getByRole("combobox", { name: "Teacher Class" }).click();
  await dialog.getByRole("listbox").waitFor();
  const choosing = await violationsOn(page);
  await page.keyboard.press("Escape");
  await dialog.getByRole("link", { name: "Give lessons to a substitute" }).click();
  await page.getByRole("dialog", { name: "Lessons for a substitute" }).waitFor();
  const substitute = await violationsOn(page);

  expect([timetable, choosing, substitute]).toEqual([[], [], []]);
});

test("on the narrowest phone nothing scrolls sideways", async () => {
  const { dialog } = await openTimetable({ whose: "formteacher", viewport: { width: 320, height: 640 } });

  const beyond = await dialog.evaluate((element) => {
    const scrolled = [element, ...element.querySelectorAll<HTMLElement>("*")];
    return scrolled
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .filter((item) => ["auto", "scroll"].includes(getComputedStyle(item).overflowX)).length;
  });

  expect(beyond).toBe(0);
});

test("a second change of a new lesson, made before the first is answered, is saved with it", async () => {
  const { page, dialog } = await openTimetable({ whose: "principal" });
  const answer = await delayRequests(page, /\/timetable\.data/);
  const name = await addLesson(page, { javaScript: true });
  await row(dialog, "New lesson").getByRole("checkbox").check();

  answer();
  await row(dialog, name).getByText("Saved", { exact: true }).waitFor();
  await row(dialog, "New lesson").waitFor({ state: "detached" });
  await page.reload();

  expect(await row(dialog, name).getByRole("checkbox").isChecked()).toBe(true);
  await page.close();
});

test("a change of a lesson that a colleague deleted is said over the list, with what was chosen", async () => {
  const [one, other] = [await openTimetable({ whose: "clerk" }), await openTimetable({ whose: "clerk" })];
  const name = await addLesson(one.page, { javaScript: true });
  await row(one.dialog, name).getByText("Saved", { exact: true }).waitFor();
  await other.page.reload();
  await waitForHydration(other.page);
  await one.dialog.getByRole("button", { name: `Delete ${name}` }).click();
  await row(one.dialog, name).waitFor({ state: "detached" });

  const chosen = await changeClass(row(other.dialog, name), { javaScript: true });

  await acknowledge(
    other.page,
    "Somebody else changed this lesson (409 Conflict)",
    "This lesson was changed or deleted while you had it open. Check the timetable, then try again.",
  );
  await waitForMessage(
    other.dialog,
    `${name}: This lesson was changed or deleted while you had it open. Check the timetable, then try again.`,
  );
  await waitForMessage(other.dialog, `You had chosen: ${chosen}.`);
  await other.dialog.locator("footer").getByText("Error Occured").waitFor();
});

test("a change that came to no answer can be sent again from its row", async () => {
  const { page, dialog } = await openTimetable({ whose: "formteacher" });
  const lesson = lessonsOf(dialog).last();
  await page.context().setOffline(true);
  await lesson.getByRole("checkbox").click();
  await acknowledge(
    page,
    "The server did not answer",
    "The server did not answer, so your change may not be saved",
  );
  await page.context().setOffline(false);

  await lesson.getByRole("button", { name: "Save", exact: true }).click();

  await lesson.getByText("Error Occured").waitFor({ state: "detached" });
  await dialog.locator("footer").getByText("Saved", { exact: true }).waitFor();
});

type Opening = {
  whose: string;
  javaScript?: boolean;
  phone?: boolean;
  viewport?: { width: number; height: number };
};

async function openTimetable({ whose, ...options }: Opening): Promise<{ page: Page; dialog: Locator }> {
  const page = await newPage({ origin, ...options });
  await signIn(page, "clerk", DEMO_PASSWORD, `/app/employees?search=${whose}`);
  const line = page.locator("tr").filter({ has: page.locator("td", { hasText: new RegExp(`^${whose}$`) }) });
  await line.getByRole("link", { name: /^Timetable/ }).click();
  const dialog = page.getByRole("dialog").filter({ hasText: "Timetable, 20" });
  await dialog.waitFor();
  // A link that is clicked before the script has loaded leads to a full page load, whose fields a script may still
  // have to take over.
  if (options.javaScript !== false) await waitForHydration(page);
  return { page, dialog };
}

/** The first and last day of the terms of the current school year, as the pages write them. */
async function daysOfYear(): Promise<string> {
  const [year] = await queryDatabase<{ first: string; last: string }>(
    databaseUrl,
    `select min(t.term_start)::text as first, max(t.term_end)::text as last
       from academic_terms t
       join academic_terms n on n.academic_year_id = t.academic_year_id
       join schools s on s.current_term_id = n.academic_term_id`,
  );
  return `${formatDate(year?.first ?? "")} to ${formatDate(year?.last ?? "")}`;
}

function lessonsOf(dialog: Locator): Locator {
  return dialog.getByRole("form").filter({ has: dialog.page().getByRole("button", { name: /^Delete/ }) });
}

/** Chooses a class by its title, or by the whole text of the choice. */
async function chooseClass(
  dialog: Locator,
  title: string | RegExp,
  { javaScript }: { javaScript: boolean },
): Promise<void> {
  const box = dialog.getByRole("combobox", { name: "Teacher Class" });
  if (javaScript) {
    await box.click();
    await dialog.getByRole("option", { name: title }).first().click();
    return;
  }
  const words = await box.locator("option").allTextContents();
  const label = words.find((word) => (typeof title === "string" ? word.startsWith(title) : title.test(word)));
  await box.selectOption({ label: label ?? "" });
}

function row(dialog: Locator, name: string): Locator {
  return dialog.getByRole("form", { name, exact: true });
}

/** Adds a lesson of the first subject in the first class, and returns its name. */
async function addLesson(page: Page, { javaScript }: { javaScript: boolean }): Promise<string> {
  const dialog = page.getByRole("dialog").filter({ hasText: "Timetable, 20" });
  await dialog.getByRole("link", { name: "Add Subject" }).first().click();
  const blank = row(dialog, "New lesson");
  await waitForMessage(blank, "Choose a subject and a class");
  const boxes = ["Subject", "Class"].map((name) => blank.getByRole("combobox", { name }));
  const chosen = await Promise.all(boxes.map((box) => box.locator("option").nth(1).textContent()));
  for (const box of boxes) await box.selectOption({ index: 1 });
  if (!javaScript) await blank.getByRole("button", { name: "Save" }).click();
  return chosen.join(", ");
}

/** Moves the lesson to the next class, and returns its new name. */
async function changeClass(lesson: Locator, { javaScript }: { javaScript: boolean }): Promise<string> {
  const box = lesson.getByRole("combobox", { name: "Class" });
  const subject = await lesson
    .getByRole("combobox", { name: "Subject" })
    .locator("option:checked")
    .textContent();
  const wanted = await box.locator("option").nth(1).textContent();
  await box.selectOption({ index: 1 });
  if (!javaScript) await lesson.getByRole("button", { name: "Save" }).click();
  return `${subject}, ${wanted}`;
}

async function acknowledge(page: Page, title: string, words: string): Promise<void> {
  const modal = page.getByRole("dialog", { name: title });
  await modal.getByText(words).waitFor();
  await modal.getByRole("button", { name: "OK" }).click();
  await modal.waitFor({ state: "detached" });
}
