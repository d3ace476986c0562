import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage, signIn, waitForHydration, waitForSessionWatch } from "#tests/support/browser/browser.ts";
import { PDF } from "#tests/support/builders/documents.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin } = await startProduct();

async function open(userName: string, path: string): Promise<Page> {
  const page = await newPage({ origin });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await waitForHydration(page);
  return page;
}

test("a first password stands on one line, and so do the buttons under it", async () => {
  const page = await open("clerk", "/app/employees/new");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First Name").fill("Marguerite-Antoinette");
  await dialog.getByLabel("Last Name").fill("Officelook");
  await dialog.getByRole("button", { name: "Add Employee" }).click();
  const password = dialog.locator("[data-password]");
  await password.waitFor();

  const lines = await password.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
  });
  const tops = await topsOf(
    dialog.locator(".button").filter({ hasText: /^(Copy|Print letter|Add another|Done)$/ }),
  );

  expect(lines).toBe(1);
  expect(tops.length).toBeGreaterThan(2);
  expect(new Set(tops).size).toBe(1);
});

test("the buttons in the head of an administrator's record stand in even rows", async () => {
  const page = await open("Admin", "/app/students/33");
  const head = page.getByRole("dialog").first();
  const edgesOf = (name: string) =>
    head.getByRole("link", { name, exact: true }).evaluate((link) => {
      const { left, right, top } = link.getBoundingClientRect();
      return [left, right, top].map(Math.round);
    });

  const [attendance, cards, form] = await Promise.all(
    ["View Attendance", "Report Cards", "Reg. Form"].map(edgesOf),
  );

  expect([attendance?.[0], attendance?.[1]]).toEqual([cards?.[0], form?.[1]]);
  expect(cards?.[2]).toBe(form?.[2]);
});

test("no choice of a subject, class or teacher is cut in its list", async () => {
  const page = await open("clerk", "/app/employees/6/timetable");
  const lessons = await cutChoices(page.getByRole("dialog"));
  await page.goto("/app/subjects?search=Spanish");
  await page.getByRole("link", { name: /^View/ }).first().click();
  await page.getByRole("dialog").getByRole("combobox").first().waitFor();

  expect([lessons, await cutChoices(page.getByRole("dialog"))]).toEqual([[], []]);
});

test("the words beside the class of a teacher stand level with its label, and a tab's note on one line", async () => {
  const page = await open("clerk", "/app/employees/6/timetable");
  const label = page.getByText("Teacher Class", { exact: true });
  await page.getByRole("combobox", { name: "Teacher Class" }).pressSequentially("2");
  const words = label.locator("..").getByText(/^Was /);
  await words.waitFor();
  const [labelMiddle, wordsMiddle] = await Promise.all([label, words].map(middleOf));
  await page.goto("/app/students/34?view=medical");
  const note = page.getByText("Opening this tab is recorded").filter({ visible: true }).first();
  const lines = await note.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map(({ top }) => top)).size;
  });

  expect(Math.abs((labelMiddle ?? 0) - (wordsMiddle ?? 99))).toBeLessThanOrEqual(2);
  expect(lines).toBe(1);
});

test("the notice of a lost connection is below the foot of an open dialog, on a phone too", async () => {
  const page = await open("clerk", "/app/students/33?view=personal");
  await waitForSessionWatch(page);
  await page.context().setOffline(true);
  await page.getByLabel("Town", { exact: true }).fill("Blanchisseuse");
  await page.keyboard.press("Tab");
  // A hidden copy of the notice is read out by screen readers.
  const notice = page.locator("strong", { hasText: /^No connection since/ });
  const foot = page.getByRole("dialog").getByText("PREV", { exact: true });
  const isBelow = async () => {
    const [box, over] = await Promise.all([notice.boundingBox(), foot.boundingBox()]);
    return box !== null && over !== null && box.y >= over.y + over.height;
  };

  await expect.poll(isBelow).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isBelow).toBe(true);
});

test("the name of the school is whole on a phone", async () => {
  const page = await open("clerk", "/app");
  await page.setViewportSize({ width: 390, height: 844 });
  const name = page
    .locator("header.top-bar p")
    .filter({ hasText: /Government/ })
    .first();

  const [shown, whole] = await name.evaluate((element) => [
    [element.clientWidth, element.clientHeight],
    [element.scrollWidth, element.scrollHeight],
  ]);

  expect(shown).toEqual(whole);
});

test("a phone number's field stays where it is at the first key", async () => {
  const page = await open("clerk", "/app/students/34?view=personal");
  const phone = page.getByLabel("Phone (Mobile)", { exact: true });
  await phone.fill("5550133");
  await page.keyboard.press("Tab");
  await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  await waitForHydration(page);
  await phone.focus();
  const before = (await phone.boundingBox())?.y;

  await page.keyboard.press("End");
  await page.keyboard.type("9");
  await page
    .getByText(/^Was .*555 0133$/)
    .filter({ visible: true })
    .first()
    .waitFor();

  expect((await phone.boundingBox())?.y).toBe(before);
});

test("what can be done with a document looks alike, and the message of an upload lies over the dialog", async () => {
  const page = await open("clerk", "/app/employees/11/documents");
  const dialog = page.getByRole("dialog").first();
  await dialog.getByLabel("Document Type").last().fill("Letter of appointment");
  await dialog
    .getByLabel("Select file")
    .last()
    .setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: PDF });
  await dialog.getByRole("button", { name: "Upload File" }).last().click();
  const acts = ["View", "Download", "Delete File", "Resubmit File"].map((name) =>
    dialog.getByText(name, { exact: true }).first(),
  );
  await acts[3]?.waitFor();
  const message = page
    .locator("[aria-live]")
    .getByText(/uploaded/i)
    .filter({ visible: true })
    .first();
  await message.waitFor();

  const isOnTop = await message.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  const looks = await Promise.all(
    acts.map((act) =>
      act.evaluate((element) => {
        const { color, textDecorationLine, fontWeight, fontSize } = getComputedStyle(element);
        return [color, textDecorationLine, fontWeight, fontSize].join(" ");
      }),
    ),
  );

  expect(new Set(looks).size).toBe(1);
  expect(isOnTop).toBe(true);
});

test("the head of the employees' table has one ground to its end", async () => {
  const page = await open("clerk", "/app/employees");
  const heads = page.locator("thead th");
  await heads.first().waitFor();

  const seams = await heads.evaluateAll((cells) => {
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    return boxes.slice(1).filter(({ left }, index) => Math.abs(left - (boxes[index]?.right ?? 0)) > 0.5)
      .length;
  });
  const grounds = await heads.evaluateAll((cells) =>
    cells.map((cell) => getComputedStyle(cell).backgroundColor),
  );

  expect(seams).toBe(0);
  expect(new Set(grounds).size).toBe(1);
});

async function middleOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height / 2 : NaN;
}

function topsOf(elements: Locator): Promise<number[]> {
  return elements.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
}

/** Lists the chosen texts of drop-down lists that are wider than their boxes. */
function cutChoices(dialog: Locator): Promise<string[]> {
  return dialog.locator("select").evaluateAll((lists) =>
    (lists as HTMLSelectElement[]).flatMap((list) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(list);
      const words = list.selectedOptions[0]?.text ?? "";
      const pen = document.createElement("canvas").getContext("2d");
      if (!pen || list.clientWidth === 0) return [];
      pen.font = font;
      const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      return pen.measureText(words).width > room + 1 ? [words] : [];
    }),
  );
}
