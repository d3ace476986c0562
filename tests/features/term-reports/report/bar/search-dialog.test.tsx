import { expect, test } from "vitest";
import type { SearchReportsView } from "#features/term-reports/report/bar/search-reports.server.ts";
import { SearchReportsDialog } from "#features/term-reports/report/bar/search-dialog.tsx";
import { renderPage } from "#tests/ui/render.tsx";

const STUDENTS = [
  student({ studentId: "S-771", firstName: "Aliyah", lastName: "Mohammed" }),
  student({ studentId: "S-772", firstName: "Kerry-Ann", lastName: "Baptiste" }),
  student({ studentId: "S-883", firstName: "Renée", lastName: "Pierre" }),
];

test.each([
  ["", ["S-771", "S-772", "S-883"]],
  ["ali", ["S-771"]],
  ["BAPTISTE kerry", ["S-772"]],
  ["s-77", ["S-771", "S-772"]],
  ["renee", ["S-883"]],
  ["nobody", []],
])("a search for '%s' shows those students, as served", async (query, found) => {
  const search = { closeTo: "/app/term-reports/1/2/3", query, students: STUDENTS };

  const html = await renderPage(<SearchReportsDialog search={search} />);

  expect(STUDENTS.map(({ studentId }) => studentId).filter((id) => html.includes(`>${id}<`))).toEqual(found);
});

function student(named: { studentId: string; firstName: string; lastName: string }) {
  return {
    ...named,
    url: `/app/term-reports/1/2/${named.studentId}`,
  } satisfies SearchReportsView["students"][number];
}
