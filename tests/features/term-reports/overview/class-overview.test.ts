import { expect, test } from "vitest";
import { noTransaction } from "#db/index.ts";
import { listTermRecords } from "#db/queries/reports/term-records.ts";
import {
  loadReportCardViewer,
  loadOverviewCardViewer,
} from "#features/term-reports/overview/card-links.server.ts";
import { formatReportSummary } from "#features/term-reports/overview/overview.rules.ts";
import type { ReportKey } from "#domain/paths.ts";
import { sendBack, signReport } from "#features/term-reports/sign/sign-report.server.ts";
import { loadClassOverview } from "#features/term-reports/overview/load-class.server.ts";
import { freshDatabase } from "#tests/support/database.ts";
import { createPrincipal, createTeacher } from "#tests/support/builders/people.ts";
import { TERM_IDS, createClass, createSchool } from "#tests/support/builders/school.ts";
import { completeReport, createReportScenario } from "../../../support/builders/report-scenario.ts";

await freshDatabase();
await createSchool();
const principal = await createPrincipal({ firstName: "Marva", lastName: "Joseph" });
const ALL = new URLSearchParams();

test("a class is summed up in a sentence", () => {
  const counts = { total: 5, complete: 2, signed: 2, changed: 1, returned: 1, toSign: 1 };

  expect(formatReportSummary(counts)).toBe(
    "5 reports: 2 complete, 2 signed, 1 of them changed since, 1 sent back",
  );
  expect(formatReportSummary({ ...counts, total: 1, changed: 0, returned: 0 })).toBe(
    "1 report: 2 complete, 2 signed",
  );
});

test("the form teacher sees where each report of the class stands, and signs nothing", async () => {
  const given = await createReportScenario({ students: 3 });
  const [first, second] = given.students.map(({ id }) => ({ ...given.key, studentKey: id }));
  if (!first || !second) throw new Error("three students make three reports");
  for (const { studentKey } of [first, second]) await completeReport(given, studentKey);
  await signReport(principal.person, first, { seen: await fingerprintOf(first) });
  await sendBack(principal.person, second, {
    seen: await fingerprintOf(second),
    reason: "The comment names another child.",
  });

  const overview = await loadClassOverview(given.teacher.person, given.key, ALL);

  expect(overview.reports.map(({ state }) => state)).toEqual(["signed", "returned", "incomplete"]);
  expect(overview).toMatchObject({ canSign: false, signs: null, signable: { shown: 0, hidden: 0 } });
  expect(overview.chooserUrl).toBeNull();
  const stranger = await createTeacher({ permissions: [2] });
  await expect(loadClassOverview(stranger.person, given.key, ALL)).rejects.toMatchObject({
    kind: "notFound",
  });
});

test.each([
  ["incomplete", ["incomplete"]],
  ["signed", ["signed"]],
  ["sent-back", ["returned"]],
  ["to-sign", []],
  ["nonsense", ["signed", "returned", "incomplete"]],
])("the overview shows of a class those that are %s", async (show, states) => {
  const given = await createReportScenario({ students: 3 });
  const [first, second] = given.students.map(({ id }) => ({ ...given.key, studentKey: id }));
  if (!first || !second) throw new Error("three students make three reports");
  for (const { studentKey } of [first, second]) await completeReport(given, studentKey);
  await signReport(principal.person, first, { seen: await fingerprintOf(first) });
  await sendBack(principal.person, second, { seen: await fingerprintOf(second), reason: "Look again." });

  const { reports, counts } = await loadClassOverview(
    principal.person,
    given.key,
    new URLSearchParams({ show }),
  );

  expect(reports.map(({ state }) => state)).toEqual(states);
  expect(counts.total).toBe(3);
});

test("what a filter hides is not signed with what it shows", async () => {
  const given = await createReportScenario({ students: 2 });
  const [first] = given.students;
  if (!first) throw new Error("two students make two reports");
  await completeReport(given, first.id);

  const { signable, reports } = await loadClassOverview(
    principal.person,
    given.key,
    new URLSearchParams({ show: "incomplete" }),
  );

  expect(signable).toEqual({ shown: 0, hidden: 1 });
  expect(reports.filter(({ seen }) => seen !== null)).toEqual([]);
});

test("the overview of a term that is over says that nothing can be signed", async () => {
  const { key } = await createReportScenario({ termId: TERM_IDS[1] });

  const overview = await loadClassOverview(principal.person, key, ALL);

  expect(overview).toMatchObject({ canSign: false, signs: null });
  expect(overview.readOnlyReason).toMatch(
    /is over\. You can read and print its reports, but you cannot change or sign them\.$/,
  );
});

test("the cards of a class are those of its teacher's class, not of the form class", async () => {
  const { teacher, key, student } = await createReportScenario({ students: 2 });
  await createReportScenario();

  const overReport = await loadReportCardViewer(teacher.person, key, new URLSearchParams({ of: "class" }));
  const overClass = await loadOverviewCardViewer(
    principal.person,
    key,
    new URLSearchParams({ show: "signed" }),
  );

  const src = `/api/report-card?academic_term_id=${TERM_IDS[2]}&form_class_id=Std+1&employee_id=${teacher.employeeId}`;
  const url = `/app/term-reports/${key.classId}/${key.academicTermId}`;
  expect(overReport).toMatchObject({
    src,
    closeTo: `${url}/${student.id}`,
    choices: [
      { title: "This student", to: `${url}/${student.id}/card`, current: false },
      { title: "Whole class (2)", to: `${url}/${student.id}/card?of=class`, current: true },
    ],
    downloads: [{ href: `${src}&download=1` }, { href: `${src}&format=docx&download=1` }],
  });
  expect(overClass).toMatchObject({ src, closeTo: `${url}/sign-all?show=signed`, choices: [] });
});

test("from the overview one student's card opens too, and closes to the overview as it was", async () => {
  const { key, student } = await createReportScenario();
  const query = new URLSearchParams({ show: "incomplete", student: String(student.id) });

  const viewer = await loadOverviewCardViewer(principal.person, key, query);

  const url = `/app/term-reports/${key.classId}/${key.academicTermId}/sign-all`;
  expect(viewer.src).toContain(`student_id=${student.studentId}`);
  expect(viewer.closeTo).toBe(`${url}?show=incomplete`);
  expect(viewer.choices.map(({ to }) => to)).toEqual([
    `${url}/cards?show=incomplete&student=${student.id}`,
    `${url}/cards?show=incomplete`,
  ]);
});

test("a class without students has no cards", async () => {
  const empty = await createClass({ formClassId: "Std 2", label: "Std 2 alone" });
  const keyOf = ({ classId }: { classId: number }) => ({ classId, academicTermId: TERM_IDS[2] });

  await expect(loadOverviewCardViewer(principal.person, keyOf(empty), ALL)).rejects.toMatchObject({
    kind: "notFound",
  });
});

async function fingerprintOf(key: ReportKey): Promise<string> {
  const [record] = await listTermRecords({ ...key, forSigning: true }, noTransaction);
  return record?.fingerprint ?? "";
}
