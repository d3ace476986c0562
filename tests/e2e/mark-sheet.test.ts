import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";
import * as sheetPage from "#tests/support/browser/sheet-page.ts";
import {
  allSaved,
  enterMark,
  forgetMarks,
  lessonLink,
  markFields,
  rowOf,
  valuesOf,
  type Lesson,
} from "#tests/support/browser/sheet-page.ts";

const { origin, databaseUrl } = await startProduct();

/** 35 students; D. Ramkissoon leads the class, C. Pierre shares its Mathematics. */
const SHARED = { classLabel: "Std 4 R", subject: "Mathematics" };
const OWN = { classLabel: "Std 4 R", subject: "Spanish" };
const CLASS_SIZE = 35;

test("a teacher enters a class of 35 by keyboard alone and finds it there after a reload", async () => {
  await forgetMarks(databaseUrl, OWN, 2);
  const page = await openSheet("teacher", OWN, "Interim Test");
  const marks = markFields(page);
  const wanted = Array.from({ length: CLASS_SIZE }, (_, place) => String(40 + place));

  await marks.first().focus();
  for (const mark of wanted) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(mark);
    await page.keyboard.press("Enter");
  }
  await allSaved(page);
  await page.reload();

  expect(await marks.count()).toBe(CLASS_SIZE);
  expect(await valuesOf(marks)).toEqual(wanted);
  expect(await page.getByText(`${CLASS_SIZE} of ${CLASS_SIZE} saved`).count()).toBeGreaterThan(0);
});

test("the second of two teachers who change the same mark is told, and chooses", async () => {
  const [mine, theirs] = [
    await openSheet("teacher", SHARED, "End of Term"),
    await openSheet("formteacher", SHARED, "End of Term"),
  ];
  const row = await firstMarkedRow(mine);
  await enterMark(theirs, row, "41");
  await allSaved(theirs);

  await enterMark(mine, row, "42");
  await rowOf(mine, row)
    .getByText(/Changed by D\. Ramkissoon/)
    .waitFor();
  expect(await storedMark(theirs, row)).toBe("41");
  await rowOf(mine, row)
    .getByRole("button", { name: /Keep yours/ })
    .click();
  await allSaved(mine);

  expect(await storedMark(theirs, row)).toBe("42");
});

test("taking the colleague's mark shows it and leaves it", async () => {
  const [mine, theirs] = [
    await openSheet("teacher", SHARED, "End of Term"),
    await openSheet("formteacher", SHARED, "End of Term"),
  ];
  const row = await firstMarkedRow(mine);
  await enterMark(theirs, row, "51");
  await allSaved(theirs);

  await enterMark(mine, row, "52");
  await rowOf(mine, row)
    .getByRole("button", { name: /Take theirs/ })
    .click();
  await allSaved(mine);

  expect(await rowOf(mine, row).locator("input[name^='mark.']").inputValue()).toBe("51");
  expect(await storedMark(theirs, row)).toBe("51");
});

test("without script a stale page of the whole sheet does not blank newer marks", async () => {
  const stale = await openSheet("teacher", OWN, "End of Term", { javaScript: false });
  const fresh = await openSheet("teacher", OWN, "End of Term", { javaScript: false });
  const blank = await firstBlankRow(fresh);
  const marked = await firstMarkedRow(fresh);
  await fresh.locator(`input[name='mark.${blank}']`).fill("63");
  await fresh.getByRole("button", { name: "Save" }).click();
  await fresh.getByText("1 saved").waitFor();

  await stale.locator(`input[name='mark.${marked}']`).fill("64");
  await stale.getByRole("button", { name: "Save" }).click();
  await stale.getByText("1 saved").waitFor();

  await stale.goto(stale.url());
  expect(await stale.locator(`input[name='mark.${blank}']`).inputValue()).toBe("63");
  expect(await stale.locator(`input[name='mark.${marked}']`).inputValue()).toBe("64");
});

test("without script a colleague's change and a mark out of range are told, and what was typed is kept", async () => {
  const mine = await openSheet("teacher", SHARED, "End of Term", { javaScript: false });
  const theirs = await openSheet("formteacher", SHARED, "End of Term", { javaScript: false });
  const row = await firstMarkedRow(mine);
  const blank = await firstBlankRow(mine);
  await theirs.locator(`input[name='mark.${row}']`).fill("33");
  await theirs.getByRole("button", { name: "Save" }).click();
  await theirs.getByText("1 saved").waitFor();

  await mine.locator(`input[name='mark.${row}']`).fill("34");
  await mine.locator(`input[name='mark.${blank}']`).fill("999");
  await mine.getByRole("button", { name: "Save" }).click();

  await mine.getByText("0 saved, 1 refused, 1 changed by a colleague.").waitFor();
  expect(await mine.locator(`input[name='mark.${row}']`).inputValue()).toBe("34");
  expect(await mine.locator(`input[name='mark.${blank}']`).inputValue()).toBe("999");
  await mine.getByRole("radio", { name: /Keep yours/ }).check();
  await mine.locator(`input[name='mark.${blank}']`).fill("");
  await mine.getByRole("button", { name: "Save" }).click();
  await mine.getByText("1 saved").waitFor();
  expect(await storedMark(theirs, row)).toBe("34");
});

test("two first saves at the same moment leave one mark, and nobody's is lost in silence", async () => {
  const [mine, theirs] = [
    await openSheet("teacher", SHARED, "End of Term"),
    await openSheet("formteacher", SHARED, "End of Term"),
  ];
  const row = await firstBlankRow(mine);

  await Promise.all([enterMark(mine, row, "71"), enterMark(theirs, row, "72")]);

  const told = [mine, theirs].map((page) =>
    rowOf(page, row)
      .getByText(/Changed by|^Saved$/)
      .first()
      .textContent(),
  );
  const words = (await Promise.all(told)).join(" ");
  expect(words).toMatch(/Changed by/);
  expect(words).toMatch(/Saved/);
});

test("absent clears the mark and counts as absent", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const row = await firstMarkedRow(page);

  await rowOf(page, row)
    .getByRole("button", { name: /Present|P/ })
    .first()
    .click();
  await rowOf(page, row).getByText("Saved, absent").waitFor();
  await page.reload();

  expect(await rowOf(page, row).getByText("Saved, absent").count()).toBe(1);
});

test("on a phone a mark is entered and saved without sideways scrolling", async () => {
  const page = await openSheet("teacher", OWN, "End of Term", { phone: true });
  const row = await firstBlankRow(page);

  await enterMark(page, row, "58");
  await allSaved(page);

  expect(await storedMark(page, row)).toBe("58");
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBe(0);
});

test.each([{ javaScript: true }, { javaScript: false }])(
  "a mark's history is read and an old mark put back: %j",
  async (how) => {
    const page = await openSheet("teacher", OWN, "End of Term", how);
    const row = await firstMarkedRow(page);
    const before = await page.locator(`input[name='mark.${row}']`).inputValue();
    const other = before === "11" ? "12" : "11";
    await page.locator(`input[name='mark.${row}']`).fill(other);
    await (how.javaScript
      ? page.keyboard.press("Enter")
      : page.getByRole("button", { name: "Save" }).click());
    await (how.javaScript ? allSaved(page) : page.getByText("1 saved").waitFor());

    await rowOf(page, row)
      .getByRole("link", { name: /History/ })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Put back ${before}` })
      .first()
      .click();
    await page.waitForURL((url) => !url.pathname.includes("history"));

    expect(await storedMark(page, row)).toBe(before);
  },
);

test("without network a dialog says so, and the sheet with what is typed stands and is saved later", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const row = await firstBlankRow(page);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await enterMark(page, row, "66");
  await rowOf(page, row).getByText("Waiting on this device").waitFor();

  await rowOf(page, row)
    .getByRole("link", { name: /History/ })
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Close" }).click();
  await page.context().setOffline(false);
  await allSaved(page);

  expect(await storedMark(page, row)).toBe("66");
});

test("a link that the network does not answer says so, and the sheet can be worked on until it does", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const row = await firstBlankRow(page);
  await page.waitForLoadState("networkidle");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    await answered;
    await route.continue();
  });

  await page.getByRole("link", { name: "Next Subject" }).click();
  await page.locator("[data-opening]").waitFor({ state: "attached", timeout: 400 });
  await page.getByRole("status").filter({ hasText: "Opening the page." }).waitFor({ state: "attached" });
  const told = page.locator("strong").filter({ hasText: "The school’s network does not answer." });
  await told.waitFor();
  await enterMark(page, row, "61");
  await allSaved(page);
  const stored = await storedMark(page, row);
  answer();
  await page.locator("[data-opening]").waitFor({ state: "detached" });

  expect(stored).toBe("61");
  expect(await told.count()).toBe(0);
});

test("who will not wait for a page stays on the sheet, also when that page comes after all", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  const { pathname } = new URL(page.url());
  await page.waitForLoadState("networkidle");
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    await answered;
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("link", { name: "Next Subject" }).click();

  await page.getByRole("button", { name: "Stay here" }).click();
  await page.locator("[data-opening]").waitFor({ state: "detached" });
  answer();
  const row = await firstBlankRow(page);
  await enterMark(page, row, "62");
  await allSaved(page);

  expect(new URL(page.url()).pathname).toBe(pathname);
  expect(await storedMark(page, row)).toBe("62");
});

test("a past term's sheet is read and printed, not written", async () => {
  const page = await openLessons("teacher");
  await page.getByLabel("Term").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/term=/);
  await lessonLink(page, OWN).click();
  await page.getByRole("link", { name: /End of Term/ }).click();

  await page.getByText(/is over/).waitFor();

  expect(await page.locator("input[name^='mark.']").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Print" }).count()).toBe(1);
});

test("the sheet is printed as PDF and as a spreadsheet", async () => {
  const page = await openSheet("teacher", OWN, "End of Term");
  await page.getByRole("link", { name: "Print" }).click();
  await page.getByRole("dialog").waitFor();

  const links = page.getByRole("dialog").getByRole("link", { name: /Download PDF|Spreadsheet|Blank sheet/ });
  const documents = await Promise.all(
    (await links.all()).map(async (link) => page.request.get((await link.getAttribute("href")) ?? "")),
  );

  expect(documents.map((document) => document.status())).toEqual([200, 200, 200]);
  const starts = await Promise.all(
    documents.map(async (document) => (await document.body()).subarray(0, 4).toString("latin1")),
  );
  expect(starts).toEqual(["%PDF", "PK\u0003\u0004", "%PDF"]);
  await page.getByRole("link", { name: "Close" }).click();
  await page.waitForURL(/\/1$/);
});

test("an admin picks a teacher first", async () => {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD);
  await page.getByRole("link", { name: /Enter Marks/ }).click();
  await page.getByLabel("Search teachers").fill("Pierre");

  await page
    .getByRole("link", { name: /Pierre, / })
    .first()
    .click();

  await lessonLink(page, OWN).waitFor();
});

test.each([{ phone: false }, { phone: true }])(
  "no screen on the way to a mark has a fault that a machine can see: %j",
  async (how) => {
    const page = await openLessons("teacher", how);
    const found = [await violationsOn(page)];
    await lessonLink(page, OWN).click();
    await page.getByRole("heading", { name: "Select Assesment" }).waitFor();
    found.push(await violationsOn(page));
    await page.getByRole("link", { name: /End of Term/ }).click();
    await markFields(page).filter({ visible: true }).first().waitFor();
    found.push(await violationsOn(page));
    await page
      .getByRole("link", { name: /History/ })
      .first()
      .click({ force: true });
    await page.getByRole("dialog").waitFor();
    found.push(await violationsOn(page));

    expect(found).toEqual([[], [], [], []]);
  },
);

type How = { javaScript?: boolean; phone?: boolean };

async function openLessons(userName: string, how: How = {}): Promise<Page> {
  const page = await newPage({ origin, ...how });
  await signIn(page, userName, DEMO_PASSWORD);
  await page.goto("/app/mark-sheet");
  return page;
}

function openSheet(userName: string, lesson: Lesson, testTitle: string, how: How = {}): Promise<Page> {
  return sheetPage.openSheet({ origin, ...how }, { userName, lesson, testTitle });
}

function firstMarkedRow(page: Page): Promise<string> {
  return rowWhere(page, (value) => value !== "");
}

function firstBlankRow(page: Page): Promise<string> {
  return rowWhere(page, (value) => value === "");
}

async function rowWhere(page: Page, matches: (value: string) => boolean): Promise<string> {
  for (const field of await markFields(page).all()) {
    if (!(await field.isVisible()) || !matches(await field.inputValue())) continue;
    return ((await field.getAttribute("name")) ?? "").replace("mark.", "");
  }
  throw new Error("no such row on the sheet");
}

/** As the server has it: read from a page that is fetched anew. */
async function storedMark(page: Page, row: string): Promise<string | undefined> {
  const html = await (await page.request.get(page.url())).text();
  const [input = ""] = new RegExp(`<input[^>]*name="mark\\.${row}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1];
}
