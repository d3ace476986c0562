import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import {
  newPage,
  signIn,
  violationsOn,
  waitForHydration,
  waitForMessage,
} from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

/** Clicks and choices from lists are counted; typing and pasting are not. */
const MOST_CLICKS_FOR_NEXT_YEAR = 40;
const MOST_CLICKS_FOR_TEST_DATES = 10;
const ENTRANTS = 240;

const product = await startProduct({ flavour: "secondary", worker: true });

test("the secondary school's next year is prepared, rehearsed and begun in fewer than 40 clicks", async () => {
  await letTeachersLeave(product.databaseUrl, 3);
  const page = await newPage({ origin: product.origin });
  await signIn(page, "Admin", DEMO_PASSWORD, "/app/settings");
  await waitForHydration(page);
  const { click, choose, clicks } = countClicks();
  const faults: unknown[] = [];
  const inspect = async () => faults.push(...(await violationsOn(page)));

  await click(page.getByRole("link", { name: /Next year’s classes/ }));
  await click(page.getByRole("button", { name: /^Make 35 classes/ }));
  await page
    .getByRole("combobox", { name: /goes up to/ })
    .first()
    .waitFor();
  await inspect();

  await click(page.getByRole("link", { name: "Import new entrants" }));
  await click(page.getByLabel("Spreadsheet"));
  await page.getByLabel("Spreadsheet").setInputFiles([await entrantsFile(product.databaseUrl)]);
  await click(page.getByRole("button", { name: "Check file" }));
  await click(page.getByRole("button", { name: `Import ${ENTRANTS} new entrants` }));
  await waitForMessage(page, `${ENTRANTS} new entrants imported: ${ENTRANTS} created, 0 changed.`);
  await inspect();
  await click(page.getByRole("link", { name: "Data import" }));
  await click(page.getByRole("link", { name: "Settings" }).first());
  await click(page.getByRole("link", { name: /Next year’s classes/ }));

  await click(page.getByRole("link", { name: /^Teachers/ }));
  const leads = page.getByRole("combobox", { name: /^Teacher of/ });
  await leads.first().waitFor();
  await inspect();
  for (const lead of await without(leads)) await choose(lead, await freeTeacher(leads));

  await click(page.getByRole("link", { name: /^Lessons/ }));
  const toCheck = page.getByRole("region", { name: "To check" }).getByRole("combobox");
  await page
    .getByRole("combobox", { name: /^Teacher next year/ })
    .first()
    .waitFor();
  await inspect();
  const open = await without(toCheck);
  for (const [place, lesson] of open.entries()) await choose(lesson, { index: place + 1 });
  await expect.poll(() => page.getByText("Saved", { exact: true }).count()).toBe(open.length);

  await click(page.getByRole("link", { name: "Rehearse the new term" }));
  await page.getByLabel("Current Term Start").fill("2026-09-07");
  await page.getByLabel("Current Term End").fill("2026-12-11");
  await page.getByLabel("New Term Start").fill("2027-01-04");
  await page.getByLabel("Total Sessions").fill("132");
  await click(page.getByRole("button", { name: "Advance Term" }));
  await page.getByText("The numbers add up").waitFor();
  await inspect();

  await click(page.getByRole("link", { name: "Default outcomes" }));
  await choose(page.getByRole("combobox", { name: "Form 5 at the end of the year" }), { value: "leave" });
  await page.getByText("Form 5 leaves unless accepted").first().waitFor();
  await page.getByText("The numbers add up").waitFor();
  await inspect();

  await click(page.getByRole("link", { name: "From a list" }));
  const accepted = await studentIds(product.databaseUrl, 5, 96);
  await page.getByLabel("Students", { exact: true }).fill(accepted.join("\n"));
  await choose(page.getByLabel("Outcome for lines without an outcome"), { value: "promote" });
  await inspect();
  await click(page.getByRole("button", { name: "Change outcomes" }));
  await page.getByText("The numbers add up").waitFor();

  await choose(page.getByRole("combobox", { name: "All levels" }), { label: "Form 3" });
  await click(page.getByRole("link", { name: "Select all 200" }));
  const boxes = page.getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBe(200);
  for (const place of [3, 50, 199]) await click(boxes.nth(place));
  await page.getByText("197 of 200 students").waitFor();
  await inspect();
  await choose(page.getByLabel("New outcome"), { label: "4B" });
  await click(page.getByRole("button", { name: "Change 197 students" }));
  await page.getByText("Outcome of 197 students changed").first().waitFor();
  await page.getByText("The numbers add up").waitFor();

  await click(page.getByRole("link", { name: /^Classes of/ }));
  const lists = page.getByRole("link", { name: "Print the proposed class lists" });
  await lists.waitFor();
  await inspect();
  const printed = await page.request.get((await lists.getAttribute("href")) ?? "");
  await click(page.getByRole("link", { name: "Start new term" }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Start new term" }));
  await page.getByRole("heading", { name: "The new term has started" }).waitFor();

  const [after] = await outcomes(product.databaseUrl);
  console.info(`next year is prepared and begun in ${clicks()} clicks`);
  expect([printed.status(), printed.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  expect(after).toMatchObject({ accepted: 96, assumed: 0, form4: 197, entrants: ENTRANTS });
  expect(after?.["classes"]).toBeGreaterThanOrEqual(35);
  expect(after?.["lessons"]).toBeGreaterThanOrEqual(380);
  expect(after?.["leavers"]).toBeGreaterThanOrEqual(200);
  expect(faults).toEqual([]);
  expect(clicks()).toBeLessThan(MOST_CLICKS_FOR_NEXT_YEAR);
});

test("all test dates of the term that has begun are set in fewer than 10 clicks, copied from the same term of last year", async () => {
  const page = await newPage({ origin: product.origin });
  await signIn(page, "clerk", DEMO_PASSWORD, "/app/settings");
  await waitForHydration(page);
  const { click, clicks } = countClicks();
  await page.getByText(/\d+ dates missing/).waitFor();

  await click(page.getByRole("link", { name: /Term Assesments Configuration/ }));
  await click(page.getByRole("link", { name: "Whole school" }).first());
  await click(page.getByRole("button", { name: "Copy dates" }));
  await page.getByText("Nothing is saved yet.").waitFor();
  const faults = await violationsOn(page);
  await click(page.getByRole("button", { name: /^Save \d+ changes$/ }));
  await waitForMessage(page, /\d+ changes saved/);
  await page.goto("/app/settings");
  await page.getByText("all dates set").waitFor();

  const dated = await queryDatabase(
    product.databaseUrl,
    `select distinct class_id from assessments
      where academic_term_id = (select current_term_id from schools) and test_date is not null`,
  );
  expect(dated).toHaveLength(35);
  expect(faults).toEqual([]);
  expect(clicks()).toBeLessThan(MOST_CLICKS_FOR_TEST_DATES);
});

/** Counts each click, and each choice from a list as one. */
function countClicks() {
  let count = 0;
  return {
    clicks: () => count,
    click: async (target: Locator) => {
      count += 1;
      await target.click();
    },
    choose: async (list: Locator, option: Parameters<Locator["selectOption"]>[0]) => {
      count += 1;
      await list.selectOption(option);
    },
  };
}

/** Lists the drop-down lists in which nothing is chosen. */
async function without(lists: Locator): Promise<Locator[]> {
  const all = await lists.all();
  const values = await Promise.all(all.map((list) => list.inputValue()));
  return all.filter((_, index) => values[index] === "");
}

/** Finds a teacher who has no class of next year. */
async function freeTeacher(leads: Locator): Promise<{ value: string }> {
  const values = await leads.evaluateAll((selects) => {
    const lists = selects as HTMLSelectElement[];
    const chosen = lists.map(({ value }) => value);
    return [...(lists[0]?.options ?? [])]
      .map(({ value }) => value)
      .filter((value) => value && !chosen.includes(value));
  });
  return { value: values[0] ?? "" };
}

/** Lets form teachers leave, so that their classes and lessons need others. */
async function letTeachersLeave(databaseUrl: string, most: number): Promise<void> {
  await queryDatabase(
    databaseUrl,
    `update employees set employee_status_id = 2
      where employee_id in (select h.employee_id from class_teachers h join schools o on true
                             join academic_terms y on y.academic_term_id = o.current_term_id
                             join classes c on c.class_id = h.class_id and c.academic_year_id = y.academic_year_id
                             where h.is_lead and h.to_date is null order by h.employee_id desc limit ${most})`,
  );
}

async function studentIds(databaseUrl: string, level: number, most: number): Promise<string[]> {
  const found = await queryDatabase(
    databaseUrl,
    `select s.student_id
       from students s
       join registrations r on r.student_key = s.id
       join schools o on o.current_term_id = r.academic_term_id
       join classes c using (class_id)
       join form_classes f using (form_class_id)
       left join term_records d on d.student_key = s.id and d.academic_term_id = r.academic_term_id
      where f.form_level = ${level} and d.repeating is null
      order by s.id
      limit ${most}`,
  );
  return found.map(({ student_id }) => String(student_id));
}

/** A list of new students with their classes of next year, as an office makes it. */
async function entrantsFile(databaseUrl: string) {
  const classes = await queryDatabase(
    databaseUrl,
    `select c.label from classes c join form_classes f using (form_class_id)
      where f.form_level = 1 and c.academic_year_id = (select max(academic_year_id) from classes)
      order by c.label`,
  );
  const rows = Array.from({ length: ENTRANTS }, (_, index) => {
    const number = String(1000 + index);
    const { label } = classes[index % classes.length] ?? {};
    return `NE${number},New,Entrant${number},99150${number}01,2015-03-01,${String(label)}`;
  });
  const head = "Student ID,First Name,Last Name,Birth Certificate Pin,Date of Birth,Class";
  return { name: "entrants.csv", mimeType: "text/csv", buffer: Buffer.from([head, ...rows].join("\r\n")) };
}

function outcomes(databaseUrl: string) {
  return queryDatabase(
    databaseUrl,
    `select count(*) filter (where g.form_level = 5 and f.what = 'promoted' and f.why = 'decision')::integer as accepted,
            count(*) filter (where g.form_level = 5 and f.why = 'no-decision')::integer as assumed,
            count(*) filter (where n.label = '4B' and f.why = 'decision')::integer as form4,
            count(*) filter (where f.what = 'new' and n.class_id is not null)::integer as entrants,
            count(*) filter (where f.what = 'leaving')::integer as leavers,
            (select count(*)::integer from classes
              where academic_year_id = (select current_term_id / 10 from schools)) as classes,
            (select count(*)::integer from lessons join classes using (class_id)
              where academic_year_id = (select current_term_id / 10 from schools)) as lessons
       from rollover_fates f
       left join classes c on c.class_id = f.was_class_id
       left join form_classes g using (form_class_id)
       left join classes n on n.class_id = f.next_class_id`,
  );
}
