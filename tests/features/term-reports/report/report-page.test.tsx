import { expect, test } from "vitest";
import { listFieldsWrittenBy } from "#fields/term-record.ts";
import { ReportPage } from "#features/term-reports/report/report-form.tsx";
import type { Report } from "#features/term-reports/report/report.ts";
import type { FieldValues } from "#fields/value.ts";
import { renderPage } from "#tests/ui/render.tsx";
import {
  reportColumns,
  buildReport,
  reportTestResult,
  reportSubjectRow,
} from "../../../support/builders/report-fixtures.ts";

const TEACHER_FIELDS = listFieldsWrittenBy(["teacher"], 3);
const RECORD_FIELDS = listFieldsWrittenBy(["teacher", "principal"], 3);

test("the served report is one form with every field that may be written, its base, and both ways to save", async () => {
  const report = buildReport({
    editable: RECORD_FIELDS,
    values: { teacher_comment: "Reads well.", respect: "S" },
  });

  const html = await page({ ...report, hasConduct: true });
  const usual = await page(report);

  expect(namesIn(html)).toEqual([...RECORD_FIELDS].sort());
  expect(namesIn(usual)).toEqual([...RECORD_FIELDS].sort().filter((name) => name !== "conduct"));
  expect(html).toContain('name="base" type="hidden" value="5"');
  expect(html).toMatch(/<button[^>]*value="save"[^>]*>Save</);
  expect(html).toMatch(/<button[^>]*value="save-next"[^>]*>Save and next</);
  expect(html).toMatch(/name="respect" type="radio"[^>]*checked=""[^>]*value="S"/);
  expect(html).toMatch(/<textarea[^>]*>Reads well\.<\/textarea>/);
  expect(html).toContain("Max 400 charcters");
  expect(html).toContain("11 of 400");
});

test("who only reads sees print: no field, no counter, nothing to save", async () => {
  const report = buildReport({
    values: { teacher_comment: "Reads well.", sessions_absent: 6, respect: "S" },
  });

  const html = await page({
    ...report,
    readOnlyReason: "Reports of this class are written by D. Ramkissoon.",
  });

  expect(namesIn(html)).toEqual([]);
  expect(html).not.toContain("of 400");
  expect(html).not.toContain(">Save<");
  expect(html).toContain("Reads well.");
  expect(html).toContain("S, Sometimes");
  expect(html).toContain("Reports of this class are written by D. Ramkissoon.");
});

test("the principal writes one comment of the two", async () => {
  const html = await page(
    buildReport({ editable: ["principal_comment"], values: { teacher_comment: "Reads well." } }),
  );

  expect(namesIn(html)).toEqual(["principal_comment"]);
  expect(html).toContain("<p");
  expect(html).toContain("Max 100 charcters");
});

test.each<{ values: FieldValues; closed: string }>([
  { values: { promoted_to: "Std 5" }, closed: "repeating" },
  { values: { repeating: "Std 4" }, closed: "promoted_to" },
])("a choice in one field closes $closed", async ({ values, closed }) => {
  const html = await page(buildReport({ editable: TEACHER_FIELDS, values }));

  const disabled = [...html.matchAll(/<select[^>]*disabled=""[^>]*>/g)].map(
    ([tag]) => /name="([^"]*)"/.exec(tag)?.[1],
  );

  expect(disabled).toEqual([closed]);
});

test("where a student goes next is asked in the third term only", async () => {
  const html = await page(buildReport({ editable: TEACHER_FIELDS, term: 2 }));

  expect(html).not.toContain("Promoted To");
  expect(html).toContain("Promotion Progress");
});

test("what is missing stands beside the button, and the button works all the same", async () => {
  const report = buildReport({ missing: [{ part: "marks", words: "1 mark: Spanish" }] });

  const html = await page({
    ...report,
    can: { ...report.can, sign: true },
    links: { ...report.links, sign: `${report.url}/sign` },
  });

  expect(html).toContain("all behaviour ratings; the teacher’s comment; 1 mark: Spanish");
  expect(html).toContain(`href="${report.url}/sign"`);
});

test.each([
  { signature: null, words: "Not signed yet" },
  {
    signature: {
      by: "M. Joseph",
      on: "26 Jun 2026",
      pictureUrl: null,
      changed: false,
      graded: false,
    },
    words: "M. Joseph. Signed 26 Jun 2026",
  },
  {
    signature: {
      by: "M. Joseph",
      on: "26 Jun 2026",
      pictureUrl: null,
      changed: true,
      graded: false,
    },
    words: "Changed since signed",
  },
  {
    signature: {
      by: "M. Joseph",
      on: "26 Jun 2026",
      pictureUrl: null,
      changed: false,
      graded: true,
    },
    words: "Grades changed since signed",
  },
  {
    signature: {
      by: "M. Joseph",
      on: "26 Jun 2026",
      pictureUrl: "/img/signatures/a.jpg",
      changed: false,
      graded: false,
    },
    words: 'src="/img/signatures/a.jpg"',
  },
])("the signature says '$words'", async ({ signature, words }) => {
  const html = await page(buildReport({ signature }));

  expect(html).toContain(words);
});

test("once signed, the way on is the next report that waits, and when none does the other classes", async () => {
  const signature = {
    by: "M. Joseph",
    on: "26 Jun 2026",
    pictureUrl: null,
    changed: false,
    graded: false,
  };
  const report = buildReport({ signature });
  const signed = {
    ...report,
    can: { ...report.can, sign: true },
    links: { ...report.links, sign: `${report.url}/sign`, chooser: "/app/term-reports?term=202520263" },
  };

  const within = await page({ ...signed, progress: { nextToSign: "/next-report", incomplete: null } });
  const atEnd = await page(signed);

  expect(within).toMatch(/href="\/next-report"[^>]*>Next unsigned/);
  expect(within).toContain("Sign again");
  expect(atEnd).not.toContain("Next unsigned");
  expect(atEnd).toMatch(/button-primary[^>]*href="\/app\/term-reports\?term=202520263"[^>]*>All classes/);
});

test("at the end of the class its incomplete reports are named, and the class as a whole is at hand", async () => {
  const incomplete = [{ name: "Ali, Kezia", url: "/kezia" }];

  const html = await page(
    buildReport({ position: { place: 35, total: 35 }, progress: { nextToSign: null, incomplete } }),
  );

  expect(html).toContain("Last of 35");
  expect(html).toContain("35 of 35");
  expect(html).toMatch(/href="\/kezia"[^>]*>Ali, Kezia/);
  expect(html).toMatch(/href="\/app\/term-reports\/4\/202520263\/sign-all"[^>]*>Whole class/);
});

test("a report that was sent back shows the reason, and its teacher can resubmit it", async () => {
  const report = buildReport({
    editable: TEACHER_FIELDS,
    returned: { reason: "Say more about reading.", by: "M. Joseph", at: "26 Jun 2026, 10:41" },
  });

  const html = await page({ ...report, can: { ...report.can, resubmit: true } });

  expect(html).toContain("Sent back by M. Joseph on 26 Jun 2026, 10:41:");
  expect(html).toContain("Say more about reading.");
  expect(html).toMatch(/<button[^>]*value="resubmit"/);
});

test("a change since the reports were posted is said", async () => {
  const html = await page(buildReport({ posted: { on: "26 Jun 2026", changedSince: true } }));

  expect(html).toContain("Changed since posted on 26 Jun 2026");
});

test("a form that a colleague was ahead of asks whose to keep, and keeps its old base and what was typed", async () => {
  const values = { ...buildReport().row.values, teacher_comment: "Theirs." };

  const html = await page(
    buildReport({
      editable: TEACHER_FIELDS,
      posts: true,
      row: {
        version: 9,
        values,
        outcome: {
          state: "changed",
          by: "C. Pierre",
          at: "2026-06-26T14:41:00Z",
          fields: [{ field: "teacher_comment", from: null, to: "Theirs." }],
          typed: { teacher_comment: "Mine." },
          base: 5,
        },
      },
    }),
  );

  expect(html).toContain('name="base" type="hidden" value="5"');
  expect(html).toContain('name="conflicting" type="hidden" value="teacher_comment"');
  expect(html).toMatch(/name="choice" type="radio" value="mine:9"/);
  expect(html).toMatch(/name="choice" type="radio" value="theirs:9"/);
  expect(html).toMatch(/<textarea[^>]*>Mine\.<\/textarea>/);
  expect(html).not.toMatch(/name="choice"[^>]*checked/);
});

test("the table has the columns of the class, and says which marks are of another maximum", async () => {
  const marks = {
    columns: reportColumns({ course: false, fortnightly: true }),
    subjects: [
      reportSubjectRow({
        tests: {
          first: reportTestResult({ mark: 17, most: 20 }),
          second: reportTestResult({ attendance: 2 }),
        },
      }),
      reportSubjectRow({
        subject_id: 2,
        title: "Spanish",
        mark: null,
        tests: { exam: reportTestResult({ most: 100 }) },
        percentage: null,
        grade: null,
      }),
    ],
    average: "84.0%",
  };

  const html = await page(buildReport({ marks }));

  expect(html).toContain("Test 1");
  expect(html).not.toContain("Mid Term");
  expect(html).toMatch(/17<span[^>]*>\/<!-- -->20|17<span[^>]*>\/20/);
  expect(html).toContain(">Abs<");
  expect(html).toContain("C. Pierre</span>");
});

test("a class that is graded by criteria has their grades in the place of marks", async () => {
  const criteria = [
    { detail: "Counts to 20", grade: 4 },
    { detail: "Names shapes", grade: null },
  ];
  const marks = {
    columns: reportColumns({ course: false }),
    subjects: [reportSubjectRow({ criteria, mark: null, percentage: null, grade: null })],
    average: null,
  };

  const html = await page(buildReport({ marks }));

  expect(html).toContain("Criteria, graded from 1 to 5");
  expect(html).toMatch(/Counts to 20<\/dt><dd[^>]*>4</);
  expect(html).not.toContain("Average");
});

test("an admin can change a subject row", async () => {
  const html = await page(
    buildReport({
      marks: {
        columns: reportColumns({}),
        subjects: [reportSubjectRow({ editUrl: "/edit" })],
        average: "84.0%",
      },
    }),
  );

  expect(html).toMatch(/href="\/edit"[^>]*>Change<span[^>]*> or delete (<!-- -->)?Mathematics/);
});

function page(report: Report): Promise<string> {
  return renderPage(<ReportPage report={report} />);
}

/** Lists the fields of the record, without the form's other fields. */
function namesIn(html: string): string[] {
  const controls = html.match(/<(?:input|textarea|select)\b[^>]*data-field[^>]*>/g) ?? [];
  const names = controls.map((tag) => /\bname="([^"]*)"/.exec(tag)?.[1] ?? "");
  return [...new Set(names)].sort();
}
