import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import {
  waitForHydration,
  newPage,
  signIn,
  violationsOn,
  type PageOptions,
} from "#tests/support/browser/browser.ts";
import { delayRequests, delayScripts } from "#tests/support/browser/intercept.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

const SUBJECT = 28;
const TITLE = "Information and Communication Technology";

test("without script a whole class is added, counted before; a student is moved and taken out", async () => {
  const { label, size, second } = await assign(1);
  const { page, roster } = await openRoster({ javaScript: false });

  const add = await openAdd(page);
  await add.getByRole("searchbox", { name: "Student" }).fill(label);
  await add.getByRole("button", { name: "Search and count" }).click();
  await add.getByRole("checkbox", { name: `The whole class ${label}, ${size - 1} without ICT` }).check();
  await add.getByRole("button", { name: "Search and count" }).click();
  await add.getByRole("combobox", { name: "Teacher" }).selectOption({ label: second });
  const violations = await violationsOn(page);
  await add.getByRole("button", { name: `Add ${size - 1} Students` }).click();
  await said(page, `${size - 1} students added to ${TITLE}.`);
  const row = roster.getByRole("row").nth(1);
  await row.getByRole("combobox").selectOption({ index: await otherThan(row) });
  await roster.getByRole("button", { name: "Save teachers" }).click();
  await said(page, "Teacher saved for 1 student.");
  await row.getByRole("button", { name: /^Delete/ }).click();
  await said(page, `1 student deleted from ${TITLE}.`);

  await roster.getByText(`${size - 1} students assigned`).waitFor();
  expect(violations).toEqual([]);
});

test("a teacher without a lesson by choice in the class is refused in the row", async () => {
  const { label, first, other } = await assign(2);
  const { roster } = await openRoster();
  const row = roster.getByRole("row").nth(1);

  await row.getByRole("combobox").selectOption({ label: other });

  await roster.getByText(`Not saved: ${other} does not teach ${TITLE} in ${label}`).waitFor();
  expect(await chosenIn(row)).toBe(other);
  await roster.getByRole("link", { name: "1 not saved" }).waitFor();
  await roster.getByRole("button", { name: `Go back to ${first}` }).click();
  await roster.getByText("Refused").waitFor({ state: "detached" });
  expect(await chosenIn(row)).toBe(first);
});

test("what a colleague changed meanwhile is told, and not written over before it is seen", async () => {
  const { first, second, other, move } = await assign(2);
  const { roster } = await openRoster();
  const row = roster.getByRole("row").nth(1);
  await move(second);

  await row.getByRole("combobox").selectOption({ label: other });

  await roster.getByText(`The teacher was changed to ${second}`).waitFor();
  await roster.getByRole("button", { name: `Keep ${other}` }).waitFor();
  await roster.getByRole("button", { name: `Use ${second}` }).click();
  await roster.getByText("The teacher was changed").waitFor({ state: "detached" });
  expect(await chosenIn(row)).toBe(second);
  await row.getByRole("combobox").selectOption({ label: first });
  await row.getByText("Saved").waitFor();
});

test("a student whom a colleague took out meanwhile is said to be gone", async () => {
  const { second, remove } = await assign(2);
  const { roster } = await openRoster();
  const row = roster.getByRole("row").nth(1);
  await remove();

  await row.getByRole("combobox").selectOption({ label: second });

  await roster.getByText(`no longer has ${TITLE}`).waitFor();
  await roster.getByRole("link", { name: "Reload the list" }).click();
  await roster.getByText("1 student assigned").waitFor();
  await expect.poll(() => roster.getByRole("button", { name: /^Delete .+,/ }).count()).toBe(1);
});

test("a second teacher, chosen before the first is answered, is saved though the first takes the row away", async () => {
  const { first, second, ids } = await assign(1);
  const { page, roster } = await openRoster();
  await page.goto(`/app/subjects/${SUBJECT}?teacher=${ids[0]}`);
  const row = roster.getByRole("row").nth(1);
  await roster.getByRole("button", { name: /^Delete .+,/ }).waitFor();
  await waitForHydration(page);
  const answer = await delayRequests(page, /\/subjects\/28\.data/);
  await row.getByRole("combobox").selectOption({ label: second });
  await row.getByRole("combobox").selectOption({ label: first });

  answer();
  await row.getByText("Saving").waitFor({ state: "detached" });

  expect(await chosenIn(row)).toBe(first);
  const stored = await queryDatabase(
    databaseUrl,
    "select employee_id from student_subject_assignments where subject_id = $1",
    [SUBJECT],
  );
  expect(stored).toEqual([{ employee_id: ids[0] }]);
});

test("the teacher of a student is chosen by keyboard: nothing is sent on the way, and the focus stays", async () => {
  const { first, second, ids } = await assign(1);
  const { page, roster } = await openRoster();
  await waitForHydration(page);
  const list = roster.getByRole("row").nth(1).getByRole("combobox");
  const names = await list.locator("option").allTextContents();
  const key = names.indexOf(second) > names.indexOf(first) ? "ArrowDown" : "ArrowUp";
  const steps = Math.abs(names.indexOf(second) - names.indexOf(first));
  const stored = async () =>
    (
      await queryDatabase<{ employee_id: number }>(
        databaseUrl,
        "select employee_id from student_subject_assignments where subject_id = $1",
        [SUBJECT],
      )
    )[0]?.employee_id;

  await list.focus();
  for (let step = 0; step < steps; step += 1) await page.keyboard.press(key);
  const during = await stored();
  await page.keyboard.press("Enter");
  await expect.poll(stored).toBe(ids[1]);

  expect(during).toBe(ids[0]);
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
});

test("without network the roster says so, and keeps what was chosen and typed", async () => {
  const { second, first } = await assign(2);
  const { page, roster } = await openRoster();
  const row = roster.getByRole("row").nth(1);
  await page.context().setOffline(true);

  await row.getByRole("combobox").selectOption({ label: second });
  await roster.getByText("so your change may not be saved.").waitFor();
  await roster.getByRole("searchbox", { name: "Search" }).fill("abc");
  await roster.getByRole("searchbox", { name: "Search" }).press("Enter");
  await roster.getByText("No connection. This is the list as you last saw it.").waitFor();
  await row.getByRole("button", { name: /^Delete/ }).click();
  await roster.getByText("so your change may not be saved. Check the list").waitFor();

  expect(await chosenIn(row)).toBe(second);
  expect(await roster.getByRole("searchbox", { name: "Search" }).inputValue()).toBe("abc");
  await page.context().setOffline(false);
  await roster.getByRole("button", { name: "Try again" }).click();
  await row.getByText("Saved").waitFor();
  expect(await chosenIn(row)).not.toBe(first);
});

test("without network nobody is added, and what was found and ticked stays", async () => {
  const { label, first } = await assign(1);
  const { page, roster } = await openRoster();
  const add = await openAdd(page);
  const box = add.getByRole("searchbox", { name: "Student" });
  await box.fill(label);
  await add.getByRole("checkbox", { name: /^[^T]/ }).and(add.locator(":enabled")).first().check();
  await add.getByRole("combobox", { name: "Teacher" }).selectOption({ label: first });
  await page.context().setOffline(true);

  await box.fill("zz");
  await add.getByText("No connection. These are your earlier results.").waitFor();
  await add.getByRole("button", { name: "Add 1 Student" }).click();
  await add.getByText("Your change may not be saved. Check the list").waitFor();

  expect(await box.inputValue()).toBe("zz");
  await page.context().setOffline(false);
  await add.getByRole("button", { name: "Add 1 Student" }).click();
  await said(page, `1 student added to ${TITLE}.`);
  await roster.getByText("2 students assigned").waitFor();
});

test("several are given to another teacher and taken out at once", async () => {
  const { second } = await assign(4);
  const { page, roster } = await openRoster();
  const boxes = roster.getByRole("checkbox", { name: /, / });

  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await roster.getByRole("combobox", { name: "Teacher", exact: true }).last().selectOption({ label: second });
  await roster.getByRole("button", { name: "Set teacher" }).click();
  await said(page, "Teacher saved for 2 students.");
  await roster.getByRole("button", { name: "Delete selected" }).click();
  await said(page, `2 students deleted from ${TITLE}.`);

  await roster.getByText("2 students assigned").waitFor();
});

test("what is ticked before script comes stays with what is ticked after it", async () => {
  const { label } = await assign(3);
  const { page, roster } = await openRoster();
  const arrive = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  const rows = roster.getByRole("checkbox", { name: /, / });
  await rows.nth(0).check();
  await rows.nth(1).check();
  arrive();
  await roster.getByText("2 selected").waitFor();
  await rows.nth(2).check();
  await roster.getByText("3 selected").waitFor();
  expect(await roster.getByRole("checkbox", { checked: true }).count()).toBe(4);

  const arriveAgain = await delayScripts(page);
  await page.goto(`/app/subjects/${SUBJECT}/add?find=${label}`, { waitUntil: "commit" });
  const add = page.getByRole("dialog", { name: "Add Student" });
  const found = add.getByRole("checkbox", { name: /^[^T]/, disabled: false });
  await found.nth(0).check();
  await found.nth(1).check();
  arriveAgain();
  await add.getByRole("button", { name: "Add 2 Students" }).waitFor();
  await found.nth(2).check();
  await add.getByRole("button", { name: "Add 3 Students" }).waitFor();
  expect(await add.getByRole("checkbox", { checked: true }).count()).toBe(3);
});

test("a phone, whose rows have no boxes, offers nothing for those that are ticked", async () => {
  await assign(2);

  const { roster } = await openRoster({ javaScript: false, phone: true });

  await roster.getByRole("button", { name: "Save teachers" }).waitFor();
  expect(await roster.getByRole("button", { name: "Delete selected" }).count()).toBe(0);
});

test("nothing on the screens is in anybody's way on the narrowest phone", async () => {
  const { other } = await assign(30);
  const { page, roster } = await openRoster({ viewport: { width: 320, height: 800 }, phone: true });
  await roster
    .getByRole("combobox", { name: /^Teacher of/ })
    .first()
    .selectOption({ label: other });
  await roster.getByText("Not saved:").waitFor();
  const found = [await violationsOn(page), await sidewaysOf(page)];
  const add = await openAdd(page);
  await add.getByRole("searchbox", { name: "Student" }).fill("std 5");
  await add.getByRole("checkbox").first().waitFor();
  found.push(await violationsOn(page), await sidewaysOf(page));
  await page.goto("/app/subjects");
  found.push(await violationsOn(page), await sidewaysOf(page));

  expect(found).toEqual([[], 0, [], 0, [], 0]);
});

test("nobody has a subject that is taught to all, and it is said where that is changed", async () => {
  const { page } = await openRoster({ subject: 33 });

  await page.getByText("No Data Available").waitFor();
  const add = await openAdd(page);

  await add.getByText("No teacher has students who chose Mathematics yet.").waitFor();
  expect(await add.getByRole("button").count()).toBe(0);
});

type Opening = Partial<PageOptions> & { user?: string; subject?: number };

async function openRoster({ user = "clerk", subject = SUBJECT, ...options }: Opening = {}) {
  const page = await newPage({ origin, ...options });
  await signIn(page, user, DEMO_PASSWORD, "/app/subjects?rows=25");
  await page.locator(`a[href^="/app/subjects/${subject}?"]`).last().click();
  const roster = page.getByRole("dialog").filter({ hasText: "assigned" });
  await roster.waitFor();
  return { page, roster };
}

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole("dialog").getByRole("link", { name: "Add Student", exact: true }).first().click();
  const add = page.getByRole("dialog", { name: "Add Student" });
  await add.waitFor();
  return add;
}

/** Waits for a message over the dialog, or in it without scripts. */
async function said(page: Page, words: string): Promise<void> {
  await page.getByText(words).filter({ visible: true }).first().waitFor();
}

function chosenIn(row: Locator): Promise<string | null> {
  return row.getByRole("combobox").locator("option:checked").textContent();
}

/** Finds the position of a teacher who has a lesson in the class and is not chosen. */
async function otherThan(row: Locator): Promise<number> {
  const { first, second, names } = await teaching();
  const now = await chosenIn(row);
  const options = await row.getByRole("combobox").locator("option").allTextContents();
  expect(names).toContain(now);
  return options.indexOf(now === first ? second : first);
}

/** Assigns the subject, with the first of its two teachers, to this many students of one class. */
async function assign(students: number) {
  const { classId, first, ids, ...rest } = await teaching();
  await queryDatabase(databaseUrl, "delete from student_subject_assignments where subject_id = $1", [
    SUBJECT,
  ]);
  await queryDatabase(
    databaseUrl,
    `insert into student_subject_assignments (student_key, academic_year_id, subject_id, employee_id)
     select r.student_key, c.academic_year_id, $1, $2
       from registrations r
       join classes c using (class_id)
       join students s on s.id = r.student_key and s.student_status_id = 1
      where c.class_id = $3 and r.academic_term_id = (select current_term_id from schools)
      order by r.student_key
      limit $4`,
    [SUBJECT, ids[0], classId, students],
  );
  const topmost = `(select x.student_key from student_subject_assignments x join students s on s.id = x.student_key
                     where x.subject_id = ${SUBJECT} order by s.last_name collate names, s.first_name collate names, s.id limit 1)`;
  return {
    first,
    ids,
    ...rest,
    /** Makes a colleague's change to the first row. */
    move: async (name: string) => {
      const id = ids[rest.names.indexOf(name)];
      await queryDatabase(
        databaseUrl,
        `update student_subject_assignments set employee_id = $1 where subject_id = $2 and student_key = ${topmost}`,
        [id, SUBJECT],
      );
    },
    remove: () =>
      queryDatabase(
        databaseUrl,
        `delete from student_subject_assignments where subject_id = $1 and student_key = ${topmost}`,
        [SUBJECT],
      ),
  };
}

/** Finds a class whose lesson two teachers share, and a third teacher without a lesson in it. */
async function teaching() {
  const lessons = await queryDatabase(
    databaseUrl,
    `select c.class_id, c.label, e.employee_id, left(e.first_name, 1) || '. ' || e.last_name as name,
            (select count(*)::integer from registrations r join students s on s.id = r.student_key
              where r.class_id = c.class_id and s.student_status_id = 1
                and r.academic_term_id = (select current_term_id from schools)) as size
       from lessons l
       join classes c using (class_id)
       join employees e using (employee_id)
      where l.by_choice and l.subject_id = $1
        and c.academic_year_id = (select academic_year_id from academic_terms
                                   where academic_term_id = (select current_term_id from schools))
      order by c.label, e.employee_id`,
    [SUBJECT],
  );
  const own = lessons.filter(({ class_id }) => class_id === lessons[0]?.["class_id"]);
  const names = own.map(({ name }) => String(name));
  const other = lessons.map(({ name }) => String(name)).find((name) => !names.includes(name)) ?? "";
  const [{ class_id: classId, label, size } = {}] = own;
  return {
    classId: Number(classId),
    label: String(label),
    size: Number(size),
    names,
    ids: own.map(({ employee_id }) => Number(employee_id)),
    first: names[0] ?? "",
    second: names[1] ?? "",
    other,
  };
}

/** Returns by how much the page, or a dialog over it, can be scrolled sideways. */
function sidewaysOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const scrolled = [document.documentElement, ...document.querySelectorAll("dialog, dialog *")];
    return Math.max(
      ...scrolled
        .filter(
          (item) => item.matches("html") || ["auto", "scroll"].includes(getComputedStyle(item).overflowX),
        )
        .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
  });
}
