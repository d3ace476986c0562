import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  waitForHydration,
  waitForMessage,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

/**
 * The three days of the school office, with every key and click counted. `tests/README.md` has the figures before and
 * after; here they may only go down. With `OFFICE_DAYS=1` the days are whole: 60 students, 5 teachers with 8 lessons
 * each, and 40 calls.
 */
const IS_WHOLE = process.env["OFFICE_DAYS"] === "1";
const SHARE = IS_WHOLE
  ? { students: 60, teachers: 5, calls: 40, timeout: 1_800_000 }
  : { students: 2, teachers: 2, calls: 3, timeout: 60_000 };
const { origin, databaseUrl } = await startProduct();

test(
  "September: new students with full records, one after the other",
  { timeout: SHARE.timeout },
  async () => {
    const page = await open("clerk", "/app/students/new");
    const hand = countedHand(page);
    const dialog = page.getByRole("dialog").first();
    const counts: Count[] = [];
    await hand.choose(dialog.getByLabel("Class", { exact: true }), { index: 2 });
    await dialog.getByText("Teachers", { exact: true }).locator("..").getByText("required").waitFor();
    await hand.choose(dialog.getByLabel("Teachers"), { index: 1 });
    await dialog.getByLabel("First Name").focus();

    for (const child of CHILDREN) {
      const before = hand.count();
      await enterNewStudent(page, hand, child);
      await hand.click(dialog.getByRole("link", { name: `${child.first} ${child.last}` }));
      await enterFamilyRecord(page, hand, child);
      counts.push(difference(hand.count(), before));
      await page.goto(`${origin}/app/students/new`);
      await waitForHydration(page);
    }

    const stored = await queryDatabase<{ address_home: string; contact: string; phone_mobile: string }>(
      databaseUrl,
      `select p.address_home, c.name as contact, c.phone_mobile
       from students s
       join student_personal p on p.student_key = s.id
       join family_contacts c on c.student_key = s.id and c.relationship = 4
      where s.birth_certificate_pin = any ($1) order by s.id`,
      [CHILDREN.map(({ pin }) => pin)],
    );
    expect(stored).toEqual(
      CHILDREN.map(({ address, mother, phone }) => ({
        address_home: address,
        contact: mother,
        phone_mobile: phone.replace("-", ""),
      })),
    );
    for (const { keys, clicks } of counts) {
      expect(keys).toBeLessThan(120);
      expect(clicks).toBeLessThanOrEqual(6);
    }
    report("a student's whole record", counts);
  },
);

test("new teachers, and eight lessons for each", { timeout: SHARE.timeout }, async () => {
  await queryDatabase(
    databaseUrl,
    `insert into subjects (subject_id, title, abbr)
     select 9000 + n, 'Abacus Play ' || n, 'AP' || n from generate_series(1, 5) n on conflict do nothing`,
  );
  const page = await open("clerk", "/app/employees/new");
  const hand = countedHand(page);
  const dialog = page.getByRole("dialog").first();
  const counts: Count[] = [];
  const lessons: Count[] = [];

  for (const [index, [first, last]] of TEACHERS.entries()) {
    const before = hand.count();
    await expect.poll(() => focusedName(page)).toBe("firstName");
    await hand.type(first);
    await hand.press("Tab");
    await hand.type(last);
    await hand.press("Tab");
    await hand.press("Space");
    await hand.press("Enter");
    await dialog.getByRole("link", { name: "Add another" }).waitFor();
    counts.push(difference(hand.count(), before));
    if (index < TEACHERS.length - 1) await hand.click(dialog.getByRole("link", { name: "Add another" }));
  }
  for (const [index, [, name]] of TEACHERS.entries())
    lessons.push(await addEightLessons(page, hand, { name, subject: `Abacus Play ${index + 1}` }));
  const stored = await queryDatabase<{ lessons: number }>(
    databaseUrl,
    "select count(*)::integer as lessons from lessons where subject_id between 9001 and 9005",
  );

  expect(stored).toEqual([{ lessons: 8 * TEACHERS.length }]);
  for (const { keys, clicks } of counts) {
    expect(keys).toBeLessThanOrEqual(30);
    expect(clicks).toBe(0);
  }
  for (const { keys, clicks } of lessons) {
    expect(keys).toBe(1);
    expect(clicks).toBeLessThanOrEqual(13);
  }
  report("a teacher", counts);
  report("eight lessons", lessons);
});

test("forty calls: each is noted where the number stands", { timeout: SHARE.timeout }, async () => {
  const page = await open("Admin", "/app");
  const hand = countedHand(page);
  const counts: Count[] = [];

  while (counts.length < SHARE.calls) {
    // Few students of the demo school have been away for three days, so the same are called again on a new page.
    await queryDatabase(databaseUrl, "delete from absence_calls");
    await page.goto(`${origin}/app/attendance-summary?date=2026-06-25`);
    await waitForHydration(page);
    const calls = page.getByRole("link", { name: /^Record a call/ });
    const listed = await calls.count();
    expect(listed).toBeGreaterThan(0);
    for (let left = listed; left > 0 && counts.length < SHARE.calls; left -= 1) {
      const before = hand.count();
      await hand.click(calls.first());
      await expect.poll(() => focusedName(page)).toBe("note");
      await hand.type(NOTES[counts.length % NOTES.length] ?? "");
      await hand.press("Enter");
      await expect.poll(() => calls.count()).toBe(left - 1);
      counts.push(difference(hand.count(), before));
    }
  }

  for (const { keys, clicks } of counts) {
    expect(keys).toBeLessThanOrEqual(25);
    expect(clicks).toBe(1);
  }
  report("a call", counts);
});

type Child = {
  first: string;
  last: string;
  born: string;
  pin: string;
  address: string;
  mother: string;
  phone: string;
};

const FIRST_NAMES = [
  "Kezia",
  "Micah",
  "Anjali",
  "Josiah",
  "Shania",
  "Rohan",
  "Tariq",
  "Leanna",
  "Xavier",
  "Nyah",
];
const MOTHERS = ["Joan", "Asha", "Camille", "Indra", "Patrice", "Fazeela", "Marcia"];
const LAST_NAMES = ["Officeday", "Ramdeen", "Baptiste-Noel", "Joseph", "Mohammed", "De Freitas"];
const STREETS = ["Poui Street", "LP 5 Samaan Road", "Eastern Main Road", "Jubilee Crescent"];

/** Children who differ in length of name and address, as those of a school do. */
const CHILDREN: readonly Child[] = Array.from({ length: SHARE.students }, (_, index) => {
  const [day, month] = [(index % 28) + 1, (index % 12) + 1];
  const last = LAST_NAMES[index % LAST_NAMES.length] ?? "";
  const number = String(index).padStart(3, "0");
  return {
    first: FIRST_NAMES[index % FIRST_NAMES.length] ?? "",
    last,
    born: `${day}/${month}/17`,
    pin: `20171231${number}`,
    address: `${index + 1} ${STREETS[index % STREETS.length]}`,
    mother: `${MOTHERS[index % MOTHERS.length]} ${last}`,
    phone: `765-4${number}`,
  };
});

const TEACHERS = (
  [
    ["Lystra", "Officemay"],
    ["Kwame", "Officejune"],
    ["Sunita", "Officejuly"],
    ["Desmond", "Officeaugust"],
    ["Gail", "Officemarch"],
  ] as const
).slice(0, SHARE.teachers);

const NOTES = ["Flu, back Monday", "No answer", "Grandmother has him"];

type Lessons = { name: string; subject: string };

async function addEightLessons(page: Page, hand: Hand, { name, subject }: Lessons): Promise<Count> {
  await page.goto(`${origin}/app/employees?tab=timetable&search=${name}`);
  await waitForHydration(page);
  const before = hand.count();
  await hand.click(page.getByRole("link", { name: /^Timetable/ }).first());
  await hand.click(page.getByRole("link", { name: "Add several" }));
  const several = page.getByRole("dialog", { name: /^Add lessons for/ });
  await hand.choose(several.getByLabel("One subject for several classes"), { label: subject });
  await hand.press("Enter");
  const boxes = several.getByRole("group", { name: "Classes" }).getByRole("checkbox");
  await boxes.first().waitFor();
  for (const box of (await boxes.all()).slice(0, 8)) await hand.click(box);
  await hand.click(several.getByRole("button", { name: "Add lessons" }));
  await waitForMessage(page, "8 lessons added.");
  return difference(hand.count(), before);
}

async function enterNewStudent(page: Page, hand: Hand, child: Child): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe("first_name");
  await hand.type(child.first);
  await hand.press("Tab");
  await hand.type(child.last);
  await hand.press("Tab");
  await hand.type(child.born);
  await hand.press("Tab");
  await hand.press("Space");
  await hand.press("Tab");
  await hand.type(child.pin);
  await hand.press("Enter");
  await waitForMessage(page, `${child.first} ${child.last} added`);
}

/** Enters the address, the mother, and the emergency contact who is the mother. */
async function enterFamilyRecord(page: Page, hand: Hand, { address, mother, phone }: Child): Promise<void> {
  const dialog = page.getByRole("dialog").first();
  const tabs = dialog.getByRole("navigation", { name: "Record" });
  const saved = () =>
    dialog.getByText("Each field is saved when you leave it").waitFor({ state: "attached" });
  await hand.click(tabs.getByRole("link", { name: "Personal" }));
  await expect.poll(() => focusedName(page)).toMatch(/^address_home/);
  await hand.type(address);
  await hand.press("Tab");
  await hand.type("Arima");
  await hand.press("Tab");
  await saved();
  await hand.click(tabs.getByRole("link", { name: "Family" }));
  await hand.click(dialog.locator("summary", { hasText: "Mother's Information" }));
  // Two Tabs lead over the picture of the section to its first field.
  await hand.pressUntil("Tab", () => focusedName(page), /^name\.2$/);
  await hand.type(mother);
  await hand.pressUntil("Tab", () => focusedName(page), /^phone_mobile\.2$/);
  await hand.type(phone);
  await hand.press("Tab");
  await saved();
  await hand.click(dialog.locator("summary", { hasText: "Emergency Contact" }));
  await hand.click(dialog.locator("details[open]").last().getByText("Same as mother", { exact: true }));
  await hand.press("Enter");
  await saved();
}

type Count = { keys: number; clicks: number };
type Hand = ReturnType<typeof countedHand>;

/** Presses keys and clicks as a person would, and counts them. A choice in a list is two clicks. */
function countedHand(page: Page) {
  let [keys, clicks] = [0, 0];
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  return {
    press,
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    click: async (target: Locator) => {
      clicks += 1;
      await target.click();
    },
    choose: async (list: Locator, option: { index: number } | { label: string }) => {
      clicks += 2;
      await list.selectOption(option);
    },
    /** Presses a key until the focus is where it should be, at most a dozen times. */
    pressUntil: async (key: string, where: () => Promise<string>, wanted: RegExp) => {
      for (let step = 0; step < 12 && !wanted.test(await where()); step += 1) await press(key);
      expect(await where()).toMatch(wanted);
    },
    count: (): Count => ({ keys, clicks }),
  };
}

function difference(after: Count, before: Count): Count {
  return { keys: after.keys - before.keys, clicks: after.clicks - before.clicks };
}

/** Prints the mean and the most of the figures, which `tests/README.md` has. */
function report(what: string, counts: readonly Count[]): void {
  const words = (["keys", "clicks"] as const).map((kind) => {
    const figures = counts.map((count) => count[kind]);
    const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
    return `${mean.toFixed(1)} ${kind} (at most ${Math.max(...figures)})`;
  });
  console.info(`${counts.length} times ${what}: ${words.join(", ")}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? "");
}

async function open(
  userName: string,
  path: string,
  options: Omit<PageOptions, "origin"> = {},
): Promise<Page> {
  const page = await newPage({ origin, ...options });
  await signIn(page, userName, DEMO_PASSWORD, path);
  await waitForHydration(page);
  return page;
}
