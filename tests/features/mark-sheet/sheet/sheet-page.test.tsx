import { expect, test } from "vitest";
import { DEFAULT_GRADING } from "#domain/grading.ts";
import { MarkSheetPage } from "#features/mark-sheet/sheet/sheet-page.tsx";
import type { MarkSheetView, MarkSheetRow } from "#features/mark-sheet/sheet/sheet.ts";
import { OWN_CHANGE_AUTHOR } from "#saving/protocol/protocol.ts";
import { renderPage } from "#tests/ui/render.tsx";
import { AuthorProvider } from "#ui/form/author-field.tsx";

test("the served sheet is one form that carries its author, and values and base of every row", async () => {
  const sheet = sheetOf([
    row(),
    row({ row: "18", name: "Ali, Rayhaan", version: 0, values: { attendance: 1, mark: null } }),
  ]);

  const html = await renderPage(
    <AuthorProvider value="7.proof">
      <MarkSheetPage sheet={sheet} />
    </AuthorProvider>,
  );

  expect(html).toMatch(/<form action="\/sheet"[^>]* method="post"/);
  expect(fieldsOf(html)).toEqual({
    author: "7.proof",
    "base.17": "5",
    "attendance.17": "1",
    "mark.17": "64",
    "base.18": "0",
    "attendance.18": "1",
    "mark.18": "",
  });
  expect(html).toContain(">Save</button>");
});

test("no field of the served sheet is filled by the browser's memory", async () => {
  const html = await renderPage(<MarkSheetPage sheet={sheetOf([row()])} />);

  const withoutIt = (html.match(/<(form|input type="text")[^>]*>/g) ?? []).filter(
    (tag) => !/autocomplete="off"/i.test(tag),
  );

  expect(withoutIt).toEqual([]);
});

test("no work is offered only for the term's other assessment", async () => {
  const exam = sheetOf([row()]);
  const midTerm = sheetOf([row()], { rules: { ...exam.rules, testId: 2 } });

  const [ofExam, ofMidTerm] = await Promise.all(
    [exam, midTerm].map((sheet) => renderPage(<MarkSheetPage sheet={sheet} />)),
  );

  expect(ofExam).not.toContain(">NW</option>");
  expect(ofMidTerm).toContain(">NW</option>");
});

test("a row that a colleague changed asks whose to keep and keeps its old base", async () => {
  const changed = row({
    version: 9,
    values: { attendance: 1, mark: 76 },
    outcome: {
      state: "changed",
      by: "C. Pierre",
      at: "2026-06-26T14:41:00Z",
      fields: [{ field: "mark", from: 64, to: 76 }],
      typed: { mark: 72 },
      base: 5,
    },
  });

  const html = await renderPage(<MarkSheetPage sheet={sheetOf([changed], { posted: { leaveTo: null } })} />);

  expect(fieldsOf(html)).toMatchObject({ "base.17": "5", "mark.17": "72" });
  expect(html).toContain('name="choice.17" type="radio" value="mine:9"');
  expect(html).toContain('name="choice.17" type="radio" value="theirs:9"');
  expect(html).not.toContain("checked=");
  expect(html).toContain("from 64 to 76");
});

test("a refused row keeps what was typed, says why, and is linked to from the top", async () => {
  const refused = row({
    outcome: { state: "refused", refusals: [refusalOf("enter the mark as a number")], typed: { mark: "5x" } },
  });

  const html = await renderPage(<MarkSheetPage sheet={sheetOf([refused], { posted: { leaveTo: null } })} />);

  expect(fieldsOf(html)).toMatchObject({ "mark.17": "5x" });
  expect(html).toContain('href="#row-17"');
  expect(html).toMatch(/id="row-17"/);
  expect(html).toContain("Not saved: enter the mark as a number");
  expect(html).toContain("0 saved, 1 not saved.");
});

test("who was going somewhere when a row was refused can leave without it", async () => {
  const refused = row({
    outcome: { state: "refused", refusals: [refusalOf("enter the mark as a number")], typed: { mark: "5x" } },
  });

  const html = await renderPage(
    <MarkSheetPage sheet={sheetOf([refused], { posted: { leaveTo: "/app" } })} />,
  );

  expect(html).toContain('<a href="/app">Leave without saving</a>');
});

test("without script a mark that was refused has no percentage, and the numbers add up to the class", async () => {
  const outcome = { state: "refused", refusals: [refusalOf("the mark must be from 0 to 100")] } as const;
  const refused = row({ outcome: { ...outcome, typed: { mark: 300 } } });
  const other = row({ row: "18", name: "Ali, Rayhaan" });

  const html = await renderPage(
    <MarkSheetPage sheet={sheetOf([refused, other], { posted: { leaveTo: null } })} />,
  );

  expect(html).not.toContain("300%");
  expect(html).toContain("64%");
  expect(html.replaceAll(/<[^>]+>/g, "")).toContain("1 of 2 saved, 1 not saved");
});

test("between two pages of one's own no colleague is spoken of", async () => {
  const changed = row({
    version: 9,
    values: { attendance: 1, mark: 76 },
    outcome: {
      state: "changed",
      by: OWN_CHANGE_AUTHOR,
      at: "2026-06-26T14:41:00Z",
      fields: [{ field: "mark", from: 64, to: 76 }],
      typed: { mark: 72 },
      base: 5,
    },
  });

  const html = await renderPage(<MarkSheetPage sheet={sheetOf([changed], { posted: { leaveTo: null } })} />);

  const text = html.replaceAll(/<[^>]+>/g, "");
  expect(text).toMatch(/You changed this on another page .*: 76\. Here: 72/);
  expect(text).toContain("Use 72 from this page");
  expect(text).not.toMatch(/theirs|colleague/);
});

test("a sheet of a past term is print: no field, no Save", async () => {
  const sheet = sheetOf([row()], { canEdit: false, readOnlyReason: "2024-2025, Term 3 is over." });

  const html = await renderPage(<MarkSheetPage sheet={sheet} />);

  expect(html).toContain("2024-2025, Term 3 is over.");
  expect(html).not.toMatch(/<(input|select|form)/);
  expect(html).toContain(">64%<");
});

test("criteria replace the mark by a column each", async () => {
  const values = { attendance: 1, criterion_11: 4, criterion_12: null };
  const sheet = sheetOf([row({ values })], {
    rules: {
      testId: 1,
      kind: "criteria",
      workRatings: false,
      grading: DEFAULT_GRADING,
      criteria: [
        { id: 11, detail: "Counts to 20" },
        { id: 12, detail: "Names shapes" },
      ],
    },
  });

  const html = await renderPage(<MarkSheetPage sheet={sheet} />);

  expect(fieldsOf(html)).toMatchObject({ "criterion_11.17": "4", "criterion_12.17": "" });
  expect(html).not.toContain("Max Mark");
});

test("a remark names what the report card cannot print", async () => {
  const values = { attendance: 1, mark: 64, remark: "Good 👍" };
  const { rules } = sheetOf([]);
  const sheet = sheetOf([row({ values })], { rules: { ...rules, remarks: true } });

  const html = await renderPage(<MarkSheetPage sheet={sheet} />);

  expect(fieldsOf(html)).toMatchObject({ "remark.17": "Good 👍" });
  expect(html).toContain("The report card cannot print 👍");
});

test("a sheet without students leads on", async () => {
  const html = await renderPage(<MarkSheetPage sheet={sheetOf([])} />);

  expect(html).toContain("No Data Available");
  expect(html).toContain('href="/app/mark-sheet/12?term=202520263"');
});

test("the names of students cannot become markup", async () => {
  const html = await renderPage(<MarkSheetPage sheet={sheetOf([row({ name: "<b>O'Neil, Zoë" })])} />);

  expect(html).not.toContain("<b>O");
});

/** Lists the fields that a browser without scripts would send. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes('"radio"'));
  const selects = [...html.matchAll(/<select[^>]* name="([^"]+)"[^>]*>.*?<option value="(\d)" selected=""/g)];
  const chosen = selects.map(([, name = "", value = ""]) => [name, value] as const);
  const typed = inputs.map((tag) => [attribute(tag, "name"), attribute(tag, "value")] as const);
  return Object.fromEntries([...chosen, ...typed]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}

function row(given: Partial<MarkSheetRow> = {}): MarkSheetRow {
  return {
    row: "17",
    position: 1,
    name: "Alexander, Keziah",
    number: "SR-24017",
    picture: null,
    maxMark: 100,
    version: 5,
    values: { attendance: 1, mark: 64 },
    historyUrl: "/sheet/history/17",
    ...given,
  };
}

function sheetOf(rows: MarkSheetRow[], given: Partial<MarkSheetView> = {}): MarkSheetView {
  return {
    key: "12/202520263/1",
    url: "/sheet",
    saveUrl: "/sheet/save",
    backUrl: "/app/mark-sheet/12?term=202520263",
    printUrl: "/sheet/print",
    nextSubjectUrl: null,
    accountId: 7,
    heading: { subject: "Mathematics", classLabel: "Std 4" },
    testTitle: "End of Term",
    teacher: "D. Ramkissoon",
    yearLabel: "2025-2026",
    term: 3,
    totalStudents: rows.length,
    canEdit: true,
    readOnlyReason: null,
    openUntil: null,
    corrections: [],
    otherRows: [],
    timeZone: "America/Port_of_Spain",
    rules: { testId: 1, kind: "marks", workRatings: false, grading: DEFAULT_GRADING, criteria: [] },
    rows,
    receipt: { total: rows.length, saved: rows.length, absent: 0, noWork: 0, blank: 0 },
    ...given,
  };
}

function refusalOf(reason: string) {
  return { reason, field: "mark", fields: ["mark"] };
}
