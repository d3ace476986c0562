import type { Route } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOn, waitForMessage } from "#tests/support/browser/browser.ts";
import { delayRequests, intercept } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import {
  REPORTS_CLASS,
  waitForReport,
  openReport,
  waitUntilSaved,
  waitForAutosave,
  readStoredValues,
  typeInField,
} from "#tests/support/browser/report-page.ts";
import { blockBrowserDatabase } from "#tests/support/browser/unsent.ts";
import { startProduct } from "#tests/support/server.ts";
import {
  addToClassAsCoTeacher,
  expireSessions,
  resetTermRecords,
} from "#tests/support/builders/term-reports.ts";

const { origin, databaseUrl } = await startProduct();

const MOST_STOPS = 40;
const SLOW_MS = 1_000;
/** Longer than a page would wait before it sends something again. */
const LATER_MS = 1_500;

await addToClassAsCoTeacher(databaseUrl, { userName: "teacher", classLabel: REPORTS_CLASS });

test("the Tab key leads through the whole report", async () => {
  await resetTermRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 1, to: 1 });
  const page = await openReport("formteacher", { origin });
  const stops: string[] = [];

  await page.locator("#total_sessions").focus();
  for (let stop = 0; stop < MOST_STOPS && stops.at(-1) !== "punctual"; stop += 1) {
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute("name") ?? ""));
    await page.keyboard.press("Tab");
  }

  expect([...new Set(stops)].filter(Boolean)).toEqual([
    "total_sessions",
    "sessions_absent",
    "sessions_late",
    "participation",
    "project",
    "promotion_progress",
    "promoted_to",
    "repeating",
    "teacher_comment",
    "communication",
    "cooperation",
    "respect",
    "responsibility",
    "attitude",
    "judgement",
    "complete_assignment",
    "class_participation",
    "self_confidence",
    "punctual",
  ]);
});

test("a comment is counted, ends at its limit, and is not saved empty until it is cleared on purpose", async () => {
  const page = await openReport("formteacher", { origin, place: 5 });
  const comment = page.locator("#teacher_comment");
  await typeInField(comment, "A".repeat(399));
  await waitUntilSaved(page);

  await comment.focus();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("BC");
  await page.getByText("400 of 400").waitFor();
  await page.getByText("The limit is 400 characters").first().waitFor();
  await comment.blur();
  await waitUntilSaved(page);
  await comment.fill("");
  await comment.blur();

  await expect.poll(() => comment.inputValue()).toBe(`${"A".repeat(399)}B`);
  await page.getByRole("button", { name: "Clear comment" }).click();
  await waitUntilSaved(page);
  expect(await readStoredValues(page)).toMatchObject({ teacher_comment: "" });
});

test("promoted to and repeating close each other at once", async () => {
  await resetTermRecords(databaseUrl, { classLabel: REPORTS_CLASS, from: 6, to: 6 });
  const page = await openReport("formteacher", { origin, place: 6 });
  const [promoted, repeating] = [page.getByLabel("Promoted To"), page.getByLabel("Repeating")];

  await promoted.selectOption({ index: 1 });

  await expect.poll(() => repeating.isDisabled()).toBe(true);
  await waitUntilSaved(page);
  await promoted.selectOption("");
  await expect.poll(() => repeating.isEnabled()).toBe(true);
  await waitUntilSaved(page);
});

test("of two teachers who write the same comment the second is told, and chooses field by field", async () => {
  const [mine, theirs] = [
    await openReport("teacher", { origin, place: 8 }),
    await openReport("formteacher", { origin, place: 8 }),
  ];
  await typeInField(theirs.locator("#teacher_comment"), "By the form teacher.");
  await waitUntilSaved(theirs);
  await typeInField(theirs.getByLabel("Participation", { exact: true }), "Lively");
  await waitUntilSaved(theirs);

  await mine.locator("#teacher_comment").fill("By the other teacher.");
  await typeInField(mine.getByLabel("Participation", { exact: true }), "Quiet");
  await waitForMessage(mine, /Changed by D\. Ramkissoon/);
  await mine.getByRole("button", { name: "Take theirs Lively" }).waitFor();
  expect(await violationsOn(mine)).toEqual([]);
  await mine.getByRole("button", { name: "Keep yours By the other teacher." }).click();
  await mine.getByText("This is saved once you have also chosen a value for the other field.").waitFor();
  await mine.getByRole("button", { name: "Take theirs Lively" }).click();
  await waitUntilSaved(mine);

  expect(await readStoredValues(mine)).toMatchObject({
    teacher_comment: "By the other teacher.",
    participation: "Lively",
  });
});

test("a session that ends in the middle of a comment loses none of it", async () => {
  const page = await openReport("formteacher", { origin, place: 10 });
  const comment = page.locator("#teacher_comment");
  await comment.fill("The first half");
  await expireSessions(databaseUrl, "formteacher");
  await comment.press("ControlOrMeta+End");
  await page.keyboard.type(" and the second.");
  await comment.blur();

  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await dialog.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await waitUntilSaved(page);

  expect(await comment.inputValue()).toBe("The first half and the second.");
  expect(await readStoredValues(page)).toMatchObject({ teacher_comment: "The first half and the second." });
});

test.each([
  ["a draft that was never left is there after a reload", false],
  ["so is one that the disk was too slow to store", true],
])("%s", async (_, isDiskHeld) => {
  const page = await openReport("formteacher", { origin, place: 11 });
  if (isDiskHeld) await page.evaluate(blockBrowserDatabase);
  await page.context().setOffline(true);
  await page.locator("#teacher_comment").fill("Half a thought");
  await page.context().setOffline(false);

  page.on("dialog", (input) => void input.accept());
  await page.reload();

  await page.waitForFunction(
    () => document.querySelector<HTMLTextAreaElement>("#teacher_comment")?.value === "Half a thought",
  );
});

test("without network NEXT opens what was fetched ahead, then stays on the page and says so", async () => {
  const page = await openReport("formteacher", { origin, place: 12 });
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/prefetch")),
  );
  await page.context().setOffline(true);
  await page.locator("#teacher_comment").fill("Written without network.");

  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 13);
  await page.locator("#teacher_comment").fill("This one too.");
  await page.keyboard.press("Alt+PageDown");
  await page.getByText("You are still on this report").waitFor();

  expect(await page.locator("#teacher_comment").inputValue()).toBe("This one too.");
  await page.context().setOffline(false);
  await waitUntilSaved(page);
  await page.keyboard.press("Alt+PageUp");
  await waitForReport(page, 12);
  expect(await page.locator("#teacher_comment").inputValue()).toBe("Written without network.");
  // Each report is saved by itself, so this one may still be on its way when the other is saved.
  await expect
    .poll(() => readStoredValues(page), { timeout: 20_000 })
    .toMatchObject({ teacher_comment: "Written without network." });
});

test("a phrase is found by its words, and Enter puts it where the cursor is, with the student's name in it", async () => {
  const page = await openReport("formteacher", { origin, place: 14 });
  const comment = page.locator("#teacher_comment");
  await typeInField(comment, "First. Last.");
  await waitUntilSaved(page);
  await comment.focus();
  await comment.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 6));

  await page.getByRole("link", { name: "Insert a phrase" }).first().click();
  const dialog = page.getByRole("dialog");
  const words = ((await dialog.getByRole("listitem").last().textContent()) ?? "").trim();
  await page.waitForFunction(() => document.activeElement?.id === "q");
  await page.keyboard.type(words.slice(0, 30));
  await expect.poll(() => dialog.getByRole("listitem").count()).toBe(1);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });

  await expect.poll(() => comment.inputValue()).toBe(`First. ${words} Last.`);
  await page.waitForFunction(() => document.activeElement?.id === "teacher_comment");
  await comment.blur();
  await waitUntilSaved(page);
  expect(await readStoredValues(page)).toMatchObject({ teacher_comment: `First. ${words} Last.` });
});

test("an old comment is put back from its history", async () => {
  const page = await openReport("formteacher", { origin, place: 15 });
  await typeInField(page.locator("#teacher_comment"), "The older one.");
  await waitUntilSaved(page);
  await typeInField(page.locator("#teacher_comment"), "The newer one.");
  await waitUntilSaved(page);

  await page.getByRole("link", { name: "History of Teacher's Comments" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Put back The older one." }).first().click();
  await page.waitForURL((url) => !url.pathname.includes("history"));

  await page.getByText("The earlier value was put back.").waitFor();
  await expect.poll(() => page.locator("#teacher_comment").inputValue()).toBe("The older one.");
});

test("the principal signs one report, and it shows when it changes afterwards", async () => {
  const [principal, teacher] = [
    await openReport("principal", { origin, place: 16 }),
    await openReport("formteacher", { origin, place: 16 }),
  ];
  await principal.getByLabel("Principal's Comments").fill("Steady work.");
  await principal.getByRole("link", { name: /^Sign (Report|again)/ }).click();
  const dialog = principal.getByRole("dialog");
  await dialog.getByText("Steady work.").waitFor();
  expect(await violationsOn(principal)).toEqual([]);

  await dialog.getByRole("button", { name: "Sign Report" }).click();
  await principal.getByText("Report Signed Successfully.").waitFor();
  await principal.getByText(/M\. Joseph\. Signed \d/).waitFor();
  await teacher.reload();
  await waitForMessage(teacher, /^Signed \d/);
  await typeInField(teacher.locator("#teacher_comment"), "Changed behind the signature.");
  await waitUntilSaved(teacher);
  await waitForMessage(teacher, /^Changed since signed$/);
  await principal.reload();

  await waitForMessage(principal, /^Changed since signed$/);
  await principal.getByRole("link", { name: "Sign again" }).waitFor();
});

test("signing waits for a save that is slow, and signs what was typed last", async () => {
  const page = await openReport("principal", { origin, place: 25 });
  await intercept(page, /\/save$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.continue();
  });

  await page.getByLabel("Principal's Comments").fill("Slow, and in time.");
  await page.getByRole("link", { name: /^Sign (Report|again)/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Slow, and in time.").waitFor();
  await dialog.getByRole("button", { name: "Sign Report" }).click();
  await page.getByText("Report Signed Successfully.").waitFor();
  await page.reload();

  await waitForMessage(page, /^Signed \d/);
});

test("what cannot be saved is not signed: the comment is named, and no dialog opens", async () => {
  const page = await openReport("principal", { origin, place: 26 });
  await intercept(page, /\/save$/);

  await page.getByLabel("Principal's Comments").fill("Not on the server.");
  await page.getByRole("link", { name: /^Sign (Report|again)/ }).click();

  await page.getByText("An error occured, report not signed. Not saved yet: Principal's Comments.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("signing to which no answer comes, or an error, says so in the specification's words, and is not done later", async () => {
  const page = await openReport("principal", { origin, place: 27 });
  const dialog = page.getByRole("dialog");
  const ways: ((route: Route) => Promise<void>)[] = [
    (route) => route.abort(),
    (route) => route.fulfill({ status: 500, body: "Unexpected Server Error" }),
  ];

  for (const fail of ways) {
    await page.getByRole("link", { name: /^Sign (Report|again)/ }).click();
    const reconnect = await intercept(page, /\/sign\.data/, (route) =>
      route.request().method() === "POST" ? fail(route) : route.continue(),
    );
    await dialog.getByRole("button", { name: "Sign Report" }).click();
    await page.getByText("An error occured, report not signed", { exact: true }).waitFor();
    reconnect();
    await dialog.waitFor({ state: "hidden" });
    await page.waitForTimeout(LATER_MS);
    await page.reload();
    await page.getByText("Not signed yet").waitFor();
    await waitForAutosave(page);
  }
});

test("one's own signature is taken back with a reason, which stands in its history", async () => {
  const page = await openReport("principal", { origin, place: 28 });
  await page.getByRole("link", { name: /^Sign (Report|again)/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign Report" }).click();
  await page.getByText("Report Signed Successfully.").waitFor();

  await page.getByRole("link", { name: "Withdraw signature" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Withdraw signature" }).click();
  await dialog.getByRole("link", { name: "Enter the reason for withdrawing the signature." }).waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("Signed by mistake.");
  await dialog.getByRole("button", { name: "Withdraw signature" }).click();
  await page.getByText("Not signed yet").waitFor();
  await page.getByRole("link", { name: "History of the signature" }).click();

  await dialog.getByText("Withdrawn: Signed by mistake.").waitFor();
});

test("a refused field holds back no other, and NEXT names it before it goes on", async () => {
  const page = await openReport("formteacher", { origin, place: 29 });
  const before = await page.locator("#total_sessions").inputValue();
  await typeInField(page.locator("#total_sessions"), "399");
  await waitForMessage(page, /Not saved: the term has \d+ sessions/);
  await page.getByRole("link", { name: "see Total Sessions" }).filter({ visible: true }).waitFor();

  await typeInField(page.locator("#teacher_comment"), "Saved beside a refusal.");
  await page.locator("#sessions_late").focus();
  await expect
    .poll(() => readStoredValues(page))
    .toMatchObject({ teacher_comment: "Saved beside a refusal." });
  await page.keyboard.press("Alt+PageDown");
  await page
    .getByText(
      "Not saved: Total Sessions. What you typed is kept on this device. Press the button again to go on without saving.",
    )
    .waitFor();
  await waitForReport(page, 29);
  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 30);
  await page.keyboard.press("Alt+PageUp");
  await waitForReport(page, 29);

  expect(await page.locator("#total_sessions").inputValue()).toBe("399");
  await page.getByRole("button", { name: `Put back ${before}` }).click();
  expect(await page.locator("#total_sessions").inputValue()).toBe(before);
  await page.keyboard.press("Alt+PageDown");
  await waitForReport(page, 30);
});

test("a report is sent back with a reason, which its teacher reads and mends", async () => {
  const principal = await openReport("principal", { origin, place: 17 });
  await principal.getByRole("link", { name: "Send back" }).click();
  await principal.getByLabel("Reason").fill("Please say more about her reading.");
  await principal.getByRole("dialog").getByRole("button", { name: "Send back" }).click();
  await principal.waitForURL((url) => !url.pathname.includes("send-back"));

  await waitForMessage(principal, /^Sent back$/);

  const teacher = await openReport("formteacher", { origin, place: 17 });
  await teacher.getByText("Please say more about her reading.").waitFor();
  await waitForMessage(teacher, /^Sent back$/);
  expect(await violationsOn(teacher)).toEqual([]);
  await teacher.locator("#teacher_comment").fill("She reads a book a week.");
  await teacher.getByRole("button", { name: "Send to the principal" }).click();
  await waitForMessage(teacher, /Sent to the principal\./);

  await teacher.getByText("Please say more about her reading.").waitFor({ state: "detached" });
  expect(await readStoredValues(teacher)).toMatchObject({ teacher_comment: "She reads a book a week." });
});

test("a save that the server fails is an error, and no lost connection", async () => {
  const page = await openReport("formteacher", { origin, place: 19 });
  const reconnect = await intercept(page, "**/save", (route) => route.fulfill({ status: 500, body: "" }));

  await typeInField(page.locator("#teacher_comment"), "Kept until it can be saved.");

  await waitForMessage(page, /Error Occured/);
  await waitForMessage(page, /The server has not been able to save/);
  expect(await page.getByText("No connection").count()).toBe(0);
  reconnect();
  await waitUntilSaved(page);
});

test("a file that was asked for when the session had ended, before the page's monitor is there, comes after the sign-in", async () => {
  const page = await openReport("formteacher", { origin, place: 18, chromium: "current" });
  const release = await delayRequests(page, /session-monitor/);
  await page.reload();
  await waitForAutosave(page);
  const viewer = page.getByRole("dialog", { name: /Report Card/ });
  await page.getByRole("link", { name: "Report Card" }).click();
  await viewer.locator("iframe[src^='blob:']").waitFor({ state: "attached" });
  const address = page.url();
  const word = () => page.waitForEvent("download", (item) => item.suggestedFilename().endsWith(".docx"));
  await expireSessions(databaseUrl, "formteacher");

  await viewer.getByRole("link", { name: "Word" }).click();
  release();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await Promise.all([word(), again.getByRole("button", { name: "Sign in" }).click()]);
  expect(page.url()).toBe(address);
});

test("without script a refused download says so in the viewer, with the way to the sign-in and back", async () => {
  const page = await openReport("formteacher", { origin, place: 18, javaScript: false });
  await page.getByRole("button", { name: "Report Card" }).first().click();
  const viewer = page.getByRole("dialog");
  const address = page.url();
  await expireSessions(databaseUrl, "formteacher");

  await viewer.getByRole("link", { name: "Word" }).click();
  await viewer.frameLocator("iframe").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Username").fill("formteacher");
  await page.getByRole("button", { name: "NEXT" }).click();
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "LOGIN" }).click();

  await page.getByRole("dialog", { name: /Report Card/ }).waitFor();
  expect(page.url()).toBe(address);
});

test("a student is found by id or name, by Enter where one is left, and the search box stays where it is", async () => {
  const page = await openReport("formteacher", { origin });
  await page.getByRole("link", { name: "Search" }).click();
  const dialog = page.getByRole("dialog");
  const box = dialog.getByLabel("Student ID or name");
  const third = dialog.getByRole("row").nth(3);
  const id = ((await third.getByRole("cell").first().textContent()) ?? "").trim();
  const top = (await box.boundingBox())?.y;

  await box.fill("nobody");
  await box.press("Enter");
  await dialog.getByRole("link", { name: "Show the whole class" }).click();
  await dialog.getByText(/35 of 35 students/).waitFor();
  await box.fill("cl");
  await box.press("Enter");
  const narrowed = (await box.boundingBox())?.y;
  await box.fill(id);
  await dialog.getByText(/1 of 35 students/).waitFor();
  await dialog.getByRole("link", { name: /View Record/ }).click();
  await waitForReport(page, 3);
  await page.getByRole("link", { name: "Search" }).click();
  await box.fill("clarke ru");
  await page.getByText("press Enter to open the record").waitFor();
  await box.press("Enter");

  await page.getByRole("heading", { level: 1, name: "Ruth Clarke" }).waitFor();
  expect(narrowed).toBe(top);
});

test("without script a report is saved, and NEXT saves on its way", async () => {
  const page = await openReport("formteacher", { origin, place: 20, javaScript: false });
  await page.locator("#teacher_comment").fill("Sent as a form.");
  await page.locator("[name=respect][value=S]").check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Record Saved").waitFor();
  expect(await page.getByText("Alt + Pg").filter({ visible: true }).count()).toBe(0);
  expect(await violationsOn(page)).toEqual([]);

  await page.getByLabel("Project").fill("On the way");
  await page.getByRole("button", { name: "Save and next" }).click();
  await waitForReport(page, 21);
  await page.getByLabel("Project").fill("On the way back");
  await page.getByRole("button", { name: "PREV" }).filter({ visible: true }).click();

  await waitForReport(page, 20);
  expect(await page.locator("#teacher_comment").inputValue()).toBe("Sent as a form.");
  expect(await page.getByLabel("Project").inputValue()).toBe("On the way");
  expect(await page.locator("[name=respect]:checked").getAttribute("value")).toBe("S");

  await page.locator("#teacher_comment").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("An empty comment is not saved, so the earlier comment stays.").waitFor();
  await page.getByRole("checkbox", { name: "Clear comment" }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Record Saved").waitFor();
  expect(await page.locator("#teacher_comment").inputValue()).toBe("");
});

test("without script a refusal and a colleague's change are told, and what was typed is kept", async () => {
  const how = { origin, place: 22, javaScript: false };
  const [mine, theirs] = [await openReport("teacher", how), await openReport("formteacher", how)];
  await mine.locator("#sessions_absent").fill("399");
  await mine.getByRole("button", { name: "Save", exact: true }).click();
  await waitForMessage(mine, /Error Occured: .*the term has/);
  await waitForMessage(mine, /Everything else is saved\./);
  expect(await mine.locator("#sessions_absent").inputValue()).toBe("399");
  await mine.goto(mine.url());
  await theirs.locator("#teacher_comment").fill("Theirs.");
  await theirs.getByRole("button", { name: "Save", exact: true }).click();
  await theirs.getByText("Record Saved").waitFor();

  await mine.locator("#teacher_comment").fill("Mine.");
  await mine.getByRole("button", { name: "Save", exact: true }).click();
  await waitForMessage(mine, /Changed by D\. Ramkissoon/);
  expect(await violationsOn(mine)).toEqual([]);
  await mine.getByRole("radio", { name: /Keep yours/ }).check();
  await mine.getByRole("button", { name: "Save", exact: true }).click();
  await mine.getByText("Record Saved").waitFor();

  await theirs.goto(theirs.url());
  expect(await theirs.locator("#teacher_comment").inputValue()).toBe("Mine.");
});

test("without script a comment that is typed and not saved is signed as it was typed", async () => {
  const page = await openReport("principal", { origin, place: 23, javaScript: false });

  await page.getByLabel("Principal's Comments").fill("Typed, and never saved.");
  await page.getByRole("button", { name: /^Sign (Report|again)/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Typed, and never saved.").waitFor();
  await dialog.getByRole("button", { name: "Sign Report" }).click();

  await page.getByText("Report Signed Successfully.").waitFor();
  expect(await page.getByLabel("Principal's Comments").inputValue()).toBe("Typed, and never saved.");
  expect(await page.getByText("Changed since signed").count()).toBe(0);
});

test("without script Enter saves, and no link of the page is pressed by it", async () => {
  const page = await openReport("formteacher", { origin, place: 24, javaScript: false });

  const address = page.url();
  await page.getByLabel("Project").fill("By Enter");
  await page.getByLabel("Project").press("Enter");
  await page.getByText("Record Saved").waitFor();
  await page.getByLabel("Project").fill("By the menu");
  await page.getByRole("button", { name: "Main Menu" }).click();
  await page.waitForURL(/\/app$/);
  await page.goto(address);

  expect(await readStoredValues(page)).toMatchObject({ project: "By the menu" });
});

test("on a phone a report is written and left by the thumb, without sideways scrolling", async () => {
  const page = await openReport("formteacher", { origin, place: 24, phone: true });
  expect(await violationsOn(page)).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

  await page.locator("#teacher_comment").fill("From a phone.");
  await page.locator("label", { has: page.locator("[name=attitude][value=R]") }).tap();
  await page.getByRole("link", { name: "NEXT" }).filter({ visible: true }).tap();
  await waitForReport(page, 25);
  await page.getByRole("link", { name: "PREV" }).filter({ visible: true }).tap();
  await waitForReport(page, 24);

  expect(overflow).toBe(0);
  await expect
    .poll(() => readStoredValues(page), { timeout: 20_000 })
    .toMatchObject({ teacher_comment: "From a phone." });
});
