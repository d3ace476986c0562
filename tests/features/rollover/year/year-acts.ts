import { expect } from "vitest";
import { noTransaction, queryRows, runQuery, transaction } from "#db/index.ts";
import { listClassPostings } from "#db/queries/reports/postings.ts";
import { listNextYearClasses, listClassesWithNextClass } from "#db/queries/next-year/classes.ts";
import type { SchoolFlavour } from "#domain/grades.ts";
import type { ClassKey } from "#domain/paths.ts";
import { changeNextYear } from "#features/settings/next-year/next-year.server.ts";
import {
  changeSelectedPostings,
  postingsFingerprint,
} from "#features/settings/post-reports/post-reports.server.ts";
import { loadReport } from "#features/term-reports/report/load-report.server.ts";
import { loadSigning, signReport } from "#features/term-reports/sign/sign-report.server.ts";
import { saveOutcomeDecisions } from "#features/rollover/outcomes/decisions.server.ts";
import type { Colleague } from "#tests/support/builders/people.ts";
import { TEST } from "#tests/support/builders/school.ts";
import { saveMarks, saveReport } from "#tests/support/saves.ts";
import { rehearsed, work } from "../rollover-scenario.ts";
import { studentsOf } from "./year-places.ts";

/** The actions of people in a school year, through the product's own functions. */

export const YEAR = 20252026;

export async function writeMark(who: Colleague, key: ClassKey, lessonId: number): Promise<void> {
  const { academicTermId } = key;
  const [first] = await studentsOf(key);
  const sheet = { lessonId, academicTermId, testId: 1 as const, fortnightlyTestId: null };
  const saved = await saveMarks(who.person, sheet, {
    saveId: `mark-${academicTermId}`,
    rows: [{ row: String(first), base: null, changes: { mark: 61 } }],
  });
  expect(saved).toMatchObject({ results: [{ outcome: "saved" }] });
}

/** Writes a comment in each report, and in the third term promotes to the class above. */
export async function writeReports(
  who: Colleague,
  key: ClassKey,
  studentKeys: readonly number[],
): Promise<void> {
  const { rules } = await loadReport(who.person, { ...key, studentKey: studentKeys[0] ?? 0 });
  const [above] = rules.promotedTo;
  const changes = { teacher_comment: "Works well.", ...(above && { promoted_to: above }) };
  for (const studentKey of studentKeys) {
    const saveId = `report-${key.academicTermId}-${studentKey}`;
    const rowsSent = [{ row: String(studentKey), base: null, changes }];
    const saved = await saveReport(who.person, { ...key, studentKey }, { saveId, rows: rowsSent });
    expect(saved).toMatchObject({ results: [{ outcome: "saved" }] });
  }
}

/** Signs one report after the other, each as it was reviewed. */
export async function signReports(
  who: Colleague,
  key: ClassKey,
  studentKeys: readonly number[],
): Promise<void> {
  for (const studentKey of studentKeys) {
    const { reviewedFingerprint: seen } = await loadSigning(who.person, { ...key, studentKey });
    expect(await signReport(who.person, { ...key, studentKey }, { seen })).toMatchObject({ kind: "done" });
  }
}

export async function postClass(who: Colleague, { academicTermId, classId }: ClassKey): Promise<void> {
  const before = await listClassPostings({ academicTermId }, noTransaction);
  const selected = { term: academicTermId, seen: postingsFingerprint(before), class: { [classId]: "on" } };
  expect(await changeSelectedPostings(who.person, { intent: "post", ...selected })).toMatchObject({
    kind: "done",
  });
  const after = await listClassPostings({ academicTermId }, noTransaction);
  expect(after.find(({ class_id }) => class_id === classId)?.posted).toBe(true);
}

export function decideInReports(by: Colleague, butClassId: number): Promise<void> {
  return transaction(TEST, (t) =>
    runQuery(
      `update term_records d
          set repeating = case when d.student_key % 8 = 0 then c.form_class_id end,
              promoted_to = case when d.student_key % 8 <> 0 then (
                select g.form_class_id from form_classes g
                 where g.form_level = f.form_level + 1
                 order by (g.form_class_id = (f.form_level + 1)::text || substr(f.form_class_id, 2)) desc, g.position limit 1) end,
              signed_by = $1::integer, signed_at = now(), signed_fingerprint = 'as signed'
         from registrations r
         join classes c using (class_id)
         join form_classes f using (form_class_id)
        where r.student_key = d.student_key and r.academic_term_id = d.academic_term_id and r.class_id <> $2
          and d.academic_term_id = ${YEAR * 10 + 3} and d.student_key % 3 <> 0`,
      [by.accountId, butClassId],
      t,
    ),
  );
}

export async function makeNextYear({ person }: Colleague): Promise<void> {
  const input = { intent: "make", year: String(YEAR) } as const;
  expect(await changeNextYear(person, { input, tab: "classes" })).toMatchObject({ kind: "done" });
}

/** Moves the first class of a level to the first one above it, the second to the second, and so on. */
export async function moveByPlace({ person }: Colleague, flavour: SchoolFlavour): Promise<void> {
  if (flavour === "secondary") return;
  const fields: Record<string, string> = {};
  const year = { academicYearId: YEAR, academicTermId: YEAR * 10 + 3 };
  const [moved, coming] = [
    await listClassesWithNextClass(year, noTransaction),
    await listNextYearClasses(year, noTransaction),
  ];
  const seen = new Map<number, number>();
  for (const { class_id, form_level } of moved) {
    const place = seen.get(form_level) ?? 0;
    seen.set(form_level, place + 1);
    const above = coming.filter((item) => item.form_level === form_level + 1);
    fields[`was-${class_id}`] = "";
    fields[`up-${class_id}`] = String(above[place]?.class_id ?? "");
  }
  const input = { intent: "classes", year: String(YEAR), ...fields } as const;
  expect(await changeNextYear(person, { input, tab: "classes" })).toMatchObject({ kind: "done" });
}

/** Makes students without a destination repeat. */
export async function repeatWhoIsStuck(admin: Colleague): Promise<void> {
  const { rollover_id } = await rehearsed(admin);
  const stuck = await queryRows<{ student_key: number }>(
    "select student_key from rollover_fates where rollover_id = $1 and what = 'nowhere' order by student_key",
    [rollover_id],
    noTransaction,
  );
  const decision = { kind: "repeat", classId: null, formClassId: null } as const;
  const studentKeys = stuck.map(({ student_key }) => student_key);
  await saveOutcomeDecisions(admin.person, { rolloverId: rollover_id, studentKeys, decision });
  await work();
}
