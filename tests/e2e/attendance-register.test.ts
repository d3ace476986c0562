import type { Locator, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { OFFLINE_CACHE } from "#domain/offline-page.ts";
import { PATHS } from "#domain/paths.ts";
import {
  newPage,
  signIn,
  startSession,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { startPortalNetwork } from "#tests/support/browser/portal.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();
const network = await startPortalNetwork(origin);

/**
 * The form teacher's class has 35 students. The school days after the demo's last register are not marked, and each
 * test uses one.
 */
const CLASS_SIZE = 35;
const LAST_DAY = "2026-07-03";
const AFTERNOON = 2;

type Stored = { row: string; state: string; reason: string | null; note: string };

test("a class of 35 is marked on a phone in under 20 taps, and found marked", async () => {
  const page = await newPage({ origin, phone: true });
  await signIn(page, "formteacher", DEMO_PASSWORD);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.tap();
  };

  await tap(page.getByRole("link", { name: /Daily Register/ }));
  await scripted(page);
  const violations = await violationsOn(page);
  for (const place of [2, 9, 17, 30]) await tap(buttons(page).nth(place));
  for (const place of [5, 5, 21, 21]) await tap(buttons(page).nth(place));
  const counted = await strip(page).textContent();
  await tap(page.getByRole("button", { name: "Mark the register" }));
  await page
    .getByText(/^Marked .* by you$/)
    .first()
    .waitFor();

  expect(taps).toBeLessThan(20);
  expect(page.url()).toContain(`/${LAST_DAY}/1`);
  expect(counted).toBe("29 present, 4 absent, 2 late");
  expect(violations).toEqual([]);
  expect(await violationsOn(page)).toEqual([]);
  const stored = await storedOn(LAST_DAY, 1);
  expect(stored.map(({ state }) => state).join("")).toBe("PPAPPLPPPAPPPPPPPAPPPLPPPPPPPPAPPPP");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("with a keyboard; each correction saves by itself, with its reason, and its history tells it", async () => {
  const page = await openRegister({ origin }, "2026-07-02");
  const [first, third] = [rowAt(page, 0), rowAt(page, 2)];
  await page
    .getByText("Not marked yet. Change the students who are absent or late, then mark the register.")
    .waitFor();
  await buttons(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("l");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("a");
  const beside = (await page.locator("li[data-said='A'] .place").textContent()) ?? "";
  await page.getByRole("button", { name: "Mark the register" }).click();
  await page
    .getByText(/^Marked .* by you$/)
    .first()
    .waitFor();

  const heights = await page
    .locator(".entries > li:not([data-before])")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeLessThan(76);
  const [face, name] = [
    await third.locator(".history").boundingBox(),
    await third.locator(".name").boundingBox(),
  ];
  expect(name?.y).toBeLessThan((face?.y ?? 0) + (face?.height ?? 0));
  await first.locator("button.press").click();
  await first.locator("summary").click();
  await first.getByLabel("Reason").selectOption("sick");
  await first.getByLabel("Note").fill("Fever");
  // The open reason lies over the rows below. A press outside closes it, and is not lost.
  const columns = await rowAt(page, 14).boundingBox();
  await page.getByRole("heading", { level: 1 }).click();
  expect(await first.locator("details").getAttribute("open")).toBeNull();
  expect(await rowAt(page, 14).boundingBox()).toEqual(columns);
  const [held, place] = [third.locator("button.press"), await third.boundingBox()];
  await held.hover();
  await page.mouse.down();
  await first.getByText(/^Saved, changed from Present at/).waitFor();
  const placeMeanwhile = await third.boundingBox();
  await page.mouse.up();
  await third.getByText(/^Saved, changed from Late at/).waitFor();
  await first.getByRole("link", { name: /^History of/ }).click();
  const history = page.getByRole("dialog");
  await history.getByText("Fever").waitFor();

  expect(placeMeanwhile).toEqual(place);
  expect(Number(beside)).toBe(15);
  expect(await history.innerText()).toMatch(/Present[^]*Absent/);
  expect((await storedOn("2026-07-02", 1))[0]).toMatchObject({ state: "A", reason: "sick", note: "Fever" });
  expect((await storedOn("2026-07-02", 1))[2]).toMatchObject({ state: "E" });
  expect(await violationsOn(page)).toEqual([]);
});

test("on a phone no row moves under the finger when a tap gives another row a reason", async () => {
  const page = await openRegister({ origin, phone: true }, "2026-06-29", "formteacher", AFTERNOON);
  await page.getByRole("button", { name: "Mark the register" }).click();
  await page
    .getByText(/^Marked .* by you$/)
    .first()
    .waitFor();
  const place = async () => (await rowAt(page, 3).boundingBox())?.y;
  const before = await place();

  const meanwhile: unknown[] = [];
  for (let tap = 0; tap < 3; tap += 1) {
    await rowAt(page, 1).locator("button.press").click();
    await rowAt(page, 1)
      .getByText(/^Saved, changed from/)
      .waitFor();
    meanwhile.push(await place());
  }

  expect(meanwhile).toEqual([before, before, before]);
});

test("who left early stands out under forced colours and on paper", async () => {
  const page = await openRegister({ origin }, "2026-07-02", "formteacher", AFTERNOON);
  await buttons(page).nth(4).focus();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Mark the register" }).click();
  await page
    .getByText(/^Marked .* by you$/)
    .first()
    .waitFor();
  await page.emulateMedia({ forcedColors: "active" });

  const found = await violationsOn(page);
  const widths = await page
    .locator("button.press")
    .evaluateAll((all) => all.map((button) => getComputedStyle(button).borderTopWidth));
  await page.emulateMedia({ media: "print", forcedColors: "none" });
  const printed = await rowAt(page, 4).innerText();

  expect(found).toEqual([]);
  expect([widths[3], widths[4]]).toEqual(["1px", "2px"]);
  expect(printed).toContain("Left early");
});

test("without script it is a form: marked, corrected, and told where a colleague was first", async () => {
  const page = await openRegister({ origin, javaScript: false }, "2026-07-01");
  const older = await openRegister({ origin, javaScript: false }, "2026-07-01");
  const violations = await violationsOn(page);
  await rowAt(page, 3)
    .getByLabel(/^Attendance/)
    .selectOption("Absent");
  await rowAt(page, 3).locator("summary").click();
  await rowAt(page, 3).getByLabel("Reason").selectOption("family");

  await page.getByRole("button", { name: "Mark the register" }).click();
  const marked = await page.getByRole("status").filter({ hasText: "saved." }).innerText();
  await rowAt(page, 4)
    .getByLabel(/^Attendance/)
    .selectOption("Late");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const corrected = await page.getByRole("status").filter({ hasText: "saved." }).innerText();
  await older.getByRole("button", { name: "Mark the register" }).click();
  const told = await older.getByRole("alert").filter({ hasText: "saved" }).innerText();

  expect(marked).toContain("35 saved.");
  expect(corrected).toContain("1 saved.");
  expect(told).toMatch(/33 saved, 2 changed elsewhere/);
  const stored = await storedOn("2026-07-01", 1);
  expect(stored[3]).toMatchObject({ state: "A", reason: "family" });
  expect(stored[4]).toMatchObject({ state: "L" });
  expect(violations).toEqual([]);
});

test("without network: pencil and ink outlive a reload, and the register is sent when it is back", async () => {
  const page = await openRegister({ origin: network.origin }, "2026-06-30");
  await expect.poll(() => isKept(page), { timeout: 15_000 }).toBe(true);
  onTestFinished(network.mend);
  await network.cut();

  await buttons(page).nth(1).click();
  await page.reload();
  await page.locator("html[data-stored-at]").waitFor();
  await scripted(page);
  const pencil = await buttons(page).nth(1).textContent();
  await page.getByRole("button", { name: "Mark the register" }).click();
  await rowAt(page, 1).getByText("Waiting on this device").waitFor();
  await page.reload();
  await page.locator("html[data-stored-at]").waitFor();
  await rowAt(page, 1).getByText("Waiting on this device").waitFor();
  const sent = await storedOn("2026-06-30", 1);
  await network.mend();
  await page.getByText("All saved").filter({ visible: true }).first().waitFor();

  expect(pencil).toMatch(/^Absent/);
  expect(sent).toEqual([]);
  const stored = await storedOn("2026-06-30", 1);
  expect(stored).toHaveLength(CLASS_SIZE);
  expect(stored.filter(({ state }) => state !== "P")).toEqual([expect.objectContaining({ state: "A" })]);
});

test("two people mark one register: what differs waits for a choice, the rest is merged", async () => {
  const mine = await openRegister({ origin }, "2026-06-29");
  const theirs = await openRegister({ origin }, "2026-06-29", "Admin");
  await buttons(theirs).nth(6).click();
  await theirs.getByRole("button", { name: "Mark the register" }).click();
  await theirs
    .getByText(/^Marked .* by you$/)
    .first()
    .waitFor();
  await buttons(mine).nth(7).click();
  await mine.getByRole("button", { name: "Mark the register" }).click();

  const [seventh, eighth] = [rowAt(mine, 6), rowAt(mine, 7)];
  const told = await seventh.getByText(/^Changed by Admin/).innerText();
  await mine
    .locator("h1 + div")
    .getByText(/^Marked .* by Admin/)
    .waitFor();
  await mine.setViewportSize({ width: 320, height: 640 });
  const isWhole = await mine
    .getByRole("button", { name: /Keep yours|Take theirs/ })
    .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  await seventh.getByRole("button", { name: /Take theirs/ }).click();
  await eighth.getByRole("button", { name: /Keep yours/ }).click();
  await mine.getByText("All saved").filter({ visible: true }).first().waitFor();

  expect(told).toMatch(/from blank to Absent/);
  expect(isWhole).toEqual([true, true, true, true]);
  const states = (await storedOn("2026-06-29", 1)).map(({ state }) => state);
  expect(states.slice(5, 9)).toEqual(["P", "A", "A", "P"]);
});

async function openRegister(
  how: PageOptions,
  day: string,
  userName = "formteacher",
  session = 1,
): Promise<Page> {
  const page = await newPage(how);
  await startSession(page, userName, DEMO_PASSWORD);
  await page.goto(
    `${PATHS.attendanceRegister}?class=${await classOfTeacher()}&date=${day}&session=${session}`,
  );
  if (how.javaScript !== false) await scripted(page);
  return page;
}

async function classOfTeacher(): Promise<number> {
  const [found] = await queryDatabase<{ class_id: number }>(
    databaseUrl,
    `select h.class_id
       from class_teachers h
       join accounts a using (employee_id)
       join classes c using (class_id)
       join academic_terms y using (academic_year_id)
       join schools o on o.current_term_id = y.academic_term_id
      where a.user_name = 'formteacher' and h.is_lead`,
  );
  if (!found) throw new Error("the form teacher has no class");
  return found.class_id;
}

/** Waits until rows are marked by buttons. */
async function scripted(page: Page): Promise<void> {
  await buttons(page).first().waitFor();
}

function buttons(page: Page): Locator {
  return page.locator("button[data-field='state']");
}

function rowAt(page: Page, index: number): Locator {
  return page.locator(".entries > li").nth(index);
}

function strip(page: Page): Locator {
  return page.locator("form strong").first();
}

/** Lists entries in register order. */
function storedOn(day: string, session: number): Promise<Stored[]> {
  return queryDatabase<Stored>(
    databaseUrl,
    `select e.student_key::text as row, e.state, e.reason, e.note
       from attendance_entries e
       join students s on s.id = e.student_key
       join class_teachers h on h.class_id = e.class_id and h.is_lead
       join accounts a on a.employee_id = h.employee_id and a.user_name = 'formteacher'
      where e.day = $1 and e.session = $2
      order by s.last_name collate names, s.first_name collate names, s.id`,
    [day, session],
  );
}

function isKept(page: Page): Promise<boolean> {
  return page.evaluate(
    async (name) => (await (await caches.open(name)).match(location.href)) !== undefined,
    OFFLINE_CACHE,
  );
}
