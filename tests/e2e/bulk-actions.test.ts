import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOn, type PageOptions } from "#tests/support/browser/browser.ts";
import { delayScripts, intercept } from "#tests/support/browser/intercept.ts";
import { startProduct } from "#tests/support/server.ts";
import * as sheetPage from "#tests/support/browser/sheet-page.ts";
import {
  waitUntilAllSaved,
  deleteSheetMarks,
  buildMarkFields,
  waitForRowAutosave,
  readStoredField,
  readStoredMarks,
  readFieldValues,
  type Lesson,
} from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

/** The class has 35 students; D. Ramkissoon is its form teacher, and C. Pierre shares its Mathematics. */
const CLASS = "Std 4 R";
const SHARED = { classLabel: CLASS, subject: "Mathematics" };
const OWN = { classLabel: CLASS, subject: "Spanish" };
const GRADED = { classLabel: CLASS, subject: "Visual and Performing Arts" };
const CLASS_SIZE = 35;

test("a column from a spreadsheet is shown, written in one request, and taken back", async () => {
  await deleteSheetMarks(databaseUrl, OWN, 2);
  const page = await openSheet("teacher", OWN, "Interim Test");
  const column = Array.from({ length: CLASS_SIZE }, (_, index) => String(40 + index));
  const saves = savesOf(page);

  await paste(page, buildMarkFields(page).first(), column.join("\r\n"));
  await writtenRows(page)
    .nth(CLASS_SIZE - 1)
    .waitFor();
  const before = await readFieldValues(buildMarkFields(page));
  await page.getByRole("button", { name: "Enter 35 marks" }).click();
  await waitUntilAllSaved(page);

  expect(before.every((value) => value === "")).toBe(true);
  expect(await readFieldValues(buildMarkFields(page))).toEqual(column);
  expect(saves.length).toBe(1);
  expect(await readStoredMarks(page)).toEqual(column);
  await page.getByRole("button", { name: "Undo: 35 marks pasted" }).click();
  await page.getByText("35 rows restored").waitFor();
  await page.getByText("Nothing entered yet").filter({ visible: true }).first().waitFor();
  expect(await readStoredMarks(page)).toEqual(before);
});

test("a heading above a mark too few is asked about, line by line, before anything is written", async () => {
  await deleteSheetMarks(databaseUrl, OWN, 2);
  const page = await openSheet("teacher", OWN, "Interim Test");
  const marks = Array.from({ length: CLASS_SIZE - 2 }, (_, index) => String(40 + index));
  const dialog = page.getByRole("dialog", { name: "Paste" });
  const leaveOut = dialog.getByRole("button", { name: "Leave out the first line" });

  await paste(page, buildMarkFields(page).first(), ["Test 1", "100", ...marks].join("\r\n"));
  await dialog.getByText("35 values for 35 students. The first value, ‘Test 1’, is not a mark.").waitFor();
  const unwritten = await writtenRows(page).count();
  await leaveOut.click();
  await dialog.getByText("34 values for 35 students.").waitFor();
  await leaveOut.click();
  await dialog.getByText("33 values for 35 students.").waitFor();
  await startHere(page);
  await page.getByRole("button", { name: "Enter 33 marks" }).click();
  await waitUntilAllSaved(page);

  expect(unwritten).toBe(0);
  expect(await readStoredMarks(page)).toEqual([...marks, "", ""]);
  await page.getByRole("button", { name: "Undo: 33 marks pasted" }).click();
  await page.getByText("33 rows restored").waitFor();
});

test("names with marks go to their students, exactly as previewed and to nobody else", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const before = await readStoredMarks(page);
  const names = await namesOn(page);
  const marked = before.flatMap((mark, index) => (mark === "" ? [] : [index])).slice(0, 5);
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = marked.map(
    (place) => names[place] ?? "",
  );
  const markOf = (name: string) => before[names.indexOf(name)];
  const lines = [
    "Name\tMark",
    `${turned(second)}\t61,5`,
    `${first.toUpperCase().replace(", ", ",   ")}\t72/100`,
    `${third.normalize("NFD").replaceAll(/\p{M}/gu, "")}\tabs`,
    `${fourth}\t120`,
    `${fifth}\t-5`,
    "Marcus Nobody\t50",
  ];

  await paste(page, buildMarkFields(page).nth(7), lines.join("\n"));
  await writtenRows(page).nth(2).waitFor();
  const previewed = await writtenRows(page).allInnerTexts();
  const left = await page.getByRole("dialog").getByRole("listitem").allInnerTexts();
  await page.getByRole("button", { name: "Enter 3 marks" }).click();
  await waitUntilAllSaved(page);

  expect(previewed.map((row) => row.split(/\t/).slice(0, 3).join(" | "))).toEqual([
    `${second} | ${markOf(second)} | 61.5`,
    `${first} | ${markOf(first)} | 72`,
    `${third} | ${markOf(third)} | Abs`,
  ]);
  expect(left).toEqual([
    "Name Mark used as the heading",
    `${fourth}: 120 the mark must be from 0 to 100`,
    `${fifth}: -5 the mark must be from 0 to 100`,
    "Marcus Nobody: 50 no such student on this sheet",
  ]);
  const given = new Map([
    [first, "72"],
    [second, "61.5"],
    [third, ""],
  ]);
  expect(await readStoredMarks(page)).toEqual(names.map((name, index) => given.get(name) ?? before[index]));
});

test("a paste that is given up writes nothing, and the cursor is back in its field", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const before = await readStoredMarks(page);
  const saves = savesOf(page);
  const field = buildMarkFields(page).nth(5);

  await paste(page, field, "1\n2\n3");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await readStoredMarks(page)).toEqual(before);
  expect(saves).toEqual([]);
});

test("what is no mark, typed or pasted, stays in its field and is refused; below none becomes none, and that is said", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const field = buildMarkFields(page).nth(6);
  const [before] = (await readStoredMarks(page)).slice(6);

  for (const [text, enter] of [
    ["1e2", typeOver],
    ["72/100", paste],
  ] as const) {
    await enter(page, field, text);
    await page.keyboard.press("Enter");
    await rowOf(field).getByText("Not saved: enter the mark as a number").waitFor();
    expect([await field.inputValue(), (await readStoredMarks(page))[6]]).toEqual([text, before]);
  }
  await typeOver(page, field, "-5");
  await page.keyboard.press("Enter");
  await rowOf(field).getByText("-5 is less than 0: 0 was entered").waitFor();
  await waitUntilAllSaved(page);
  expect((await readStoredMarks(page))[6]).toBe("0");

  // A single value of a spreadsheet goes into the field as if it were typed.
  await paste(page, field, "58,5\r\n");
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);
  expect((await readStoredMarks(page))[6]).toBe("58.5");
});

test("the rest absent leaves marks, absences and what is not yet saved alone", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const marks = await readStoredMarks(page);
  const blank = await page.getByText("No mark yet").count();
  const names = await namesOn(page);
  const reconnect = await intercept(page, /\/save$/);
  await page.locator("tr[data-phase='blank'] input[name^='mark.']").first().fill("44");
  await page.keyboard.press("Enter");
  const unsent = page.locator("tr").filter({ hasText: "Waiting on this device" });
  const unsentName = await unsent.locator(".name").textContent();

  await chooseTask(page, /Mark the rest as absent/);
  await page.getByRole("button", { name: /^Mark \d+ absent/ }).waitFor();
  const named = await writtenRows(page).allInnerTexts();
  await page.getByRole("button", { name: /^Mark \d+ absent/ }).click();
  reconnect();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await waitUntilAllSaved(page);

  expect(named.length).toBe(blank - 1);
  const expected = marks.map((mark, index) => (names[index] === unsentName ? "44" : mark));
  expect(await readStoredMarks(page)).toEqual(expected);
  await page.getByRole("button", { name: /^Undo: \d+ students marked absent/ }).click();
  await waitUntilAllSaved(page);
  expect(await readStoredMarks(page)).toEqual(expected);
  expect(await page.getByText("No mark yet").count()).toBe(named.length);
});

test("a grade is given to all rows below that have none", async () => {
  await deleteSheetMarks(databaseUrl, GRADED, 1);
  const page = await openSheet("formteacher", GRADED, "End of Term");
  const grades = page.locator("input[name^='grade.']");
  await grades.nth(3).focus();
  await page.keyboard.type("c");
  await grades.nth(10).focus();
  await page.keyboard.type("A");
  await grades.nth(3).focus();
  await waitUntilAllSaved(page);

  await chooseTask(page, /Fill down/);
  await page.getByLabel("Grade to enter").fill("b");
  await page.getByRole("button", { name: "Fill in 30 grades" }).click();
  await waitUntilAllSaved(page);

  const wanted = Array.from({ length: CLASS_SIZE }, (_, index) => {
    if (index < 3) return "";
    if (index === 3) return "C";
    return index === 10 ? "A" : "B";
  });
  expect(await readStoredField(page, "grade")).toEqual(wanted);
  await page.getByRole("button", { name: "Undo: 30 grades filled in" }).click();
  await waitUntilAllSaved(page);
  expect((await readStoredField(page, "grade")).join("")).toBe("CA");
});

test("undo leaves alone what was changed since, here and by a colleague, and says so", async () => {
  const mine = await openSheet("teacher", SHARED, "End of Term");
  const theirs = await openSheet("formteacher", SHARED, "End of Term");
  const [first = "", second = "", third = ""] = await readStoredMarks(mine);
  const [, secondName = ""] = await namesOn(mine);
  await paste(mine, buildMarkFields(mine).first(), "31\n32\n33");
  await startHere(mine);
  await mine.getByRole("button", { name: "Enter 3 marks" }).click();
  await waitUntilAllSaved(mine);
  await theirs.reload();
  await waitForRowAutosave(theirs);
  await typeMark(theirs, 0, "77");
  await waitUntilAllSaved(theirs);
  await typeMark(mine, 1, "55");
  await waitUntilAllSaved(mine);

  await mine.getByRole("button", { name: "Undo: 2 marks pasted" }).click();

  await mine
    .getByText(`2 rows restored. 1 row has changed since and was left as it is: ${secondName}.`)
    .waitFor();
  await rowOf(buildMarkFields(mine).first())
    .getByText(/Changed by D\. Ramkissoon/)
    .waitFor();
  expect((await readStoredMarks(theirs)).slice(0, 3)).toEqual(["77", "55", third]);
  expect([first, second]).not.toContain("77");
});

test("from a field a name leads to the student's field, and nobody is said to be nobody", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const names = await namesOn(page);
  const wanted = names.findIndex((name) => name.startsWith("Seepersad"));
  await buildMarkFields(page).first().focus();

  await page.keyboard.type("se");
  await isInSearch(page);
  await page.keyboard.type("epx");
  await page
    .getByText("No students on this sheet match “seepx”. Try fewer letters, or the student number.")
    .waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");

  await expect.poll(() => focusedRow(page)).toBe(names[wanted]);
  await page.keyboard.press("/");
  await isInSearch(page);
  await page.keyboard.type("ata");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedRow(page)).toBe(names.find((name) => name.startsWith("Ata")));
});

test("one letter in a field of marks is turned away and moves nothing", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const field = buildMarkFields(page).nth(4);
  const before = await field.inputValue();
  await field.focus();

  await page.keyboard.type("o");

  await rowOf(field).getByText("Numbers only").waitFor();
  expect(await field.inputValue()).toBe(before);
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("a tap on P that takes a saved mark away offers it back until something else is done", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { phone: true });
  const marks = await readStoredMarks(page);
  const place = marks.findIndex((mark) => mark !== "");
  const row = rowOf(buildMarkFields(page).nth(place));

  await row.getByRole("button", { name: /Present/ }).tap();
  await row.getByText("Saved, absent").waitFor();
  const taken = await readStoredMarks(page);
  await row.getByRole("button", { name: `Put back ${marks[place]}` }).tap();
  await row.getByText("Saved", { exact: true }).waitFor();

  expect(taken[place]).toBe("");
  expect(await readStoredMarks(page)).toEqual(marks);
  await expect.poll(() => page.getByRole("button", { name: /^Put back/ }).count()).toBe(0);
});

test("on a phone names are pasted, checked and written by touch", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { phone: true });
  const [first = ""] = await namesOn(page);

  await chooseTask(page, /Paste from a spreadsheet/);
  await page.getByLabel("Paste here").fill(`${turned(first)} 47`);
  const found = await violationsOn(page);
  await page.getByRole("button", { name: "Enter 1 mark" }).tap();
  await waitUntilAllSaved(page);

  expect((await readStoredMarks(page))[0]).toBe("47");
  expect(found).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);
});

test("without network the tools say that they cannot come, and what was pasted comes with them later", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { withoutTools: true });
  const before = await readStoredMarks(page);

  await paste(page, buildMarkFields(page).nth(8), "35\n36");
  await page.getByText("The sheet tools need a connection to load.").waitFor();
  const meanwhile = await readFieldValues(buildMarkFields(page));
  await page.unroute(TOOLS);
  await page.getByRole("button", { name: "Try again" }).click();
  await startHere(page);
  await page.getByRole("button", { name: "Enter 2 marks" }).click();
  await waitUntilAllSaved(page);

  expect(meanwhile).toEqual(before);
  expect((await readStoredMarks(page)).slice(8, 10)).toEqual(["35", "36"]);
});

test("what was typed before scripts arrived is saved, and what is no mark is told", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const before = await readStoredMarks(page);
  const arrive = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await typeOver(page, buildMarkFields(page).nth(9), "five");
  await typeOver(page, buildMarkFields(page).nth(10), "38");
  await page.keyboard.press("Tab");

  arrive();
  await waitForRowAutosave(page);

  await rowOf(buildMarkFields(page).nth(9)).getByText("Not saved: enter the mark as a number").waitFor();
  expect(await buildMarkFields(page).nth(9).inputValue()).toBe("five");
  await expect
    .poll(() => readStoredMarks(page).then((marks) => marks.slice(9, 11)))
    .toEqual([before[9], "38"]);
});

test("what was more than the most is told beside the row until that row is edited again", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const field = buildMarkFields(page).filter({ visible: true }).nth(3);
  await field.focus();

  await page.keyboard.type("105");
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);
  const told = rowOf(field).getByText("105 is more than 100: 100 was entered");
  await told.waitFor();
  await page.getByRole("status").filter({ hasText: "105 is more than 100" }).waitFor({ state: "attached" });
  await page.keyboard.type("44");
  await page.keyboard.press("Enter");
  await waitUntilAllSaved(page);
  const isStillTold = await told.isVisible();
  await typeOver(page, field, "72");

  expect(isStillTold).toBe(true);
  await told.waitFor({ state: "detached" });
});

test("no dialog of the sheet has a fault that a machine can see", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const found = [await violationsOn(page)];
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Find a student" }).click();
  await isInSearch(page);
  found.push(await violationsOn(page));
  await page.keyboard.press("Escape");
  for (const task of [/Paste from/, /Fill down/, /Mark the rest as absent/]) {
    await dialog.waitFor({ state: "detached" });
    await chooseTask(page, task);
    found.push(await violationsOn(page));
    await page.keyboard.press("Escape");
  }
  await paste(page, buildMarkFields(page).filter({ visible: true }).first(), "72\nx\n500");
  found.push(await violationsOn(page));
  await startHere(page);
  await writtenRows(page).first().waitFor();
  found.push(await violationsOn(page));
  await page.getByRole("button", { name: "Enter 1 mark" }).click();
  await page.getByRole("button", { name: /^Undo/ }).waitFor();
  found.push(await violationsOn(page));
  await page.getByRole("button", { name: /^Undo/ }).click();
  await waitUntilAllSaved(page);

  expect(found.flat()).toEqual([]);
});

type How = Omit<PageOptions, "origin"> & { withoutTools?: boolean };

const TOOLS = /\/assets\/task-dialog-/;

async function openSheet(userName: string, lesson: Lesson, testTitle: string, how: How = {}): Promise<Page> {
  const { withoutTools = false, ...options } = how;
  return sheetPage.openSheet({ origin, ...options }, { userName, lesson, testTitle }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    if (withoutTools) await intercept(page, TOOLS, (route) => route.abort("internetdisconnected"));
  });
}

async function chooseTask(page: Page, task: RegExp): Promise<void> {
  await page
    .getByRole("button", { name: /^(Fill or paste marks|More)$/ })
    .filter({ visible: true })
    .click();
  const choice = page.getByRole("dialog", { name: "Ways to enter many marks at once" });
  await choice.getByRole("button", { name: task }).click();
  await choice.waitFor({ state: "detached" });
  await page.getByRole("dialog").waitFor();
}

async function startHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Start at / }).click();
}

/** Pastes as a person does, with the browser's own clipboard and key. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.bringToFront();
  await copy(page, text);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+v");
}

/** The browser takes a copied text a moment after it says so. */
async function copy(page: Page, text: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (copied) => {
        await navigator.clipboard.writeText(copied);
        return navigator.clipboard.readText();
      }, text),
    )
    .toBe(text);
}

async function typeOver(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function typeMark(page: Page, index: number, mark: string): Promise<void> {
  await buildMarkFields(page).nth(index).fill(mark);
  await buildMarkFields(page).nth(index).press("Enter");
}

function savesOf(page: Page): string[] {
  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/save")) saves.push(request.url());
  });
  return saves;
}

function rowOf(field: Locator): Locator {
  return field.locator("xpath=ancestor::tr");
}

function writtenRows(page: Page): Locator {
  return page.getByRole("dialog").locator("tbody tr");
}

function namesOn(page: Page): Promise<string[]> {
  return page.locator("form th.name").allTextContents();
}

/** Turns a listed name into 'Keziah Alexander'. */
function turned(name: string): string {
  return name.split(", ").reverse().join(" ");
}

/** Waits until typing goes into the dialog's field. */
async function isInSearch(page: Page): Promise<void> {
  await page.getByRole("dialog", { name: "Find a student" }).waitFor();
  await page.waitForFunction(
    () => document.activeElement?.closest("dialog") && document.activeElement.matches("input"),
  );
}

function focusedRow(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.activeElement?.closest("tr")?.querySelector(".name")?.textContent ?? null,
  );
}
