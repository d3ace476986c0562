import { expect, test } from "vitest";
import { waitForHydration, newPage, signIn, violationsOn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { queryDatabase } from "#tests/support/postgres/answer-of.ts";
import { startProduct } from "#tests/support/server.ts";

const { origin, databaseUrl } = await startProduct();

/** D. Ramkissoon (`formteacher`) is its form teacher. */
const CLASS = "Std 4 R";
const RECORDS = `
  term_records where academic_term_id = (select current_term_id from schools) and student_key in (
    select student_key from registrations join classes using (class_id)
     where label = '${CLASS}' and academic_term_id = (select current_term_id from schools))`;

test("without script one press takes a class's sessions from its register, and asks before it overwrites", async () => {
  await writeByHand();
  const page = await newPage({ origin, javaScript: false });
  await signIn(page, "formteacher", DEMO_PASSWORD, "/app/term-reports");
  await page.goto(new URL(page.url()).pathname.replace(/\/\d+$/, "/sign-all"));

  await page.getByRole("link", { name: "Copy sessions from the register" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 report has figures entered by hand that differ from the register").waitFor();
  const chosen = await dialog.getByRole("radio", { checked: true }).count();
  const violations = await violationsOn(page);
  await dialog.getByRole("button", { name: "Copy sessions" }).click();
  await dialog.getByText("Choose what happens to the figures that were entered by hand.").waitFor();
  await dialog.getByLabel("Replace these figures with the figures from the register").check();
  await dialog.getByRole("button", { name: "Copy sessions" }).click();
  await page.getByText("Sessions of 35 reports copied from the register.").waitFor();

  expect(chosen).toBe(0);
  expect(violations).toEqual([]);
  await page.getByText(/^Sessions: 35 from the register, copied \d+ \w+ \d{4}$/).waitFor();
  await page.getByRole("link", { name: "Open reports" }).click();
  await page.getByText(/^From the register, copied \d+ \w+ \d{4}$/).waitFor();
});

test("a figure that is written by hand says so at once", async () => {
  await queryDatabase(
    databaseUrl,
    `update term_records set total_sessions = 60, sessions_absent = 2, sessions_late = 0, sessions_taken_at = now()
      where term_record_id in (select term_record_id from ${RECORDS})`,
  );
  const page = await newPage({ origin, phone: true });
  await signIn(page, "formteacher", DEMO_PASSWORD, "/app/term-reports");
  await waitForHydration(page);
  await page.getByText(/^From the register, copied/).waitFor();

  await page.getByLabel("Sessions Absent").fill("1");
  await page.getByLabel("Sessions Absent").press("Tab");

  await page.getByText("Sessions entered by hand").waitFor();
  await page.getByText(/^From the register, copied/).waitFor({ state: "detached" });
});

/** Clears the class, except for one student's absences, which are entered by hand. */
async function writeByHand(): Promise<void> {
  await queryDatabase(
    databaseUrl,
    `update term_records d
        set sessions_taken_at = null, sessions_late = null,
            total_sessions = (select y.total_sessions from academic_terms y where y.academic_term_id = d.academic_term_id),
            sessions_absent = case when term_record_id = (select min(term_record_id) from ${RECORDS}) then 99 end
      where term_record_id in (select term_record_id from ${RECORDS})`,
  );
}
