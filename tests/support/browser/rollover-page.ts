import type { Page } from "playwright-core";
import type { Product } from "../server.ts";
import { queryDatabase } from "../postgres/answer-of.ts";

/** Creates, for every class of the demo school except `without`, a class of the same name in the next year. */
export async function createNextClasses(databaseUrl: string, { without = "" } = {}): Promise<void> {
  await queryDatabase(databaseUrl, "insert into academic_years (academic_year_id) values (20262027)");
  await queryDatabase(
    databaseUrl,
    `insert into classes (academic_year_id, form_class_id, label, course_work_only, assessment_type)
     select 20262027, form_class_id, label, course_work_only, assessment_type
       from classes
      where academic_year_id = 20252026 and form_class_id <> $1`,
    [without],
  );
}

/** Fills in and submits the next term's dates, which starts the rehearsal. */
export async function submitNextTermDates(page: Page): Promise<void> {
  await page.goto("/app/settings/current-term?do=advance");
  await page.getByLabel("Current Term Start").fill("2026-09-07");
  await page.getByLabel("Current Term End").fill("2026-12-11");
  await page.getByLabel("New Term Start").fill("2027-01-04");
  await page.getByLabel("Total Sessions").fill("132");
  await page.getByRole("button", { name: "Advance Term" }).click();
}

/** Confirms the start of the new term in the last dialog. */
export async function pressStartNewTerm(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Start new term" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start new term" }).click();
}

export async function pressUndo(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Undo new term" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo new term" }).click();
}

/** Pauses the worker's process, so that a run stays at its current step. */
export function pauseWorker({ worker }: Product): void {
  if (worker) process.kill(worker.pid, "SIGSTOP");
}

export function resumeWorker({ worker }: Product): void {
  if (worker) process.kill(worker.pid, "SIGCONT");
}
