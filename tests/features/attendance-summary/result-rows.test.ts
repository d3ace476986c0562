import { expect, test } from "vitest";
import { gradeBody, meansBody } from "#features/attendance-summary/overview/results/result-rows.rules.ts";
import { parseResultNamesParams } from "#features/attendance-summary/overview/results/results-address.rules.ts";

const PARAMS = { day: null, level: 3, term: null, test: null };

test("a subject's title cannot become markup, and every figure is a link", () => {
  const row = {
    id: 7,
    title: "Art & <b>Design</b>",
    cells: [{ mean: 45, shade: -2, isLow: true }, null] as const,
    all: 52.5,
  };
  const columns = [
    { id: 1, level: 3, isFirst: true },
    { id: 2, level: 4, isFirst: true },
  ];

  expect(meansBody([row], columns, PARAMS)).toBe(
    '<tr class="l3"><th scope="row">Art &amp; &lt;b&gt;Design&lt;/b&gt;</th>' +
      '<td class="l3 first far-below low"><a href="/app/overview/marks?level=3&amp;class=1&amp;subject=7">45</a></td>' +
      '<td class="l4 first"></td>' +
      '<td class="first all"><a href="/app/overview/marks?level=3&amp;subject=7">52.5</a></td></tr>',
  );
});

test("a row of grades has a bar, the counts with their names, and the changes", () => {
  const row = {
    key: 7,
    title: "Art",
    counts: [2, 0],
    mean: 70,
    passRate: 100,
    changes: [{ label: "Since Term 2", before: 71.2 }],
  };

  const html = gradeBody([row], ["A", "R"], (key, grade) => `/${key}/${grade}`);

  expect(html).toContain('<i class="g-1" style="flex-grow:2"></i></span>');
  expect(html).toContain(
    '<td data-label="A" role="cell"><a href="/7/A">2</a></td><td data-label="R" role="cell">0</td>',
  );
  expect(html).toContain('<a href="/7/null">70.0</a>');
  expect(html).toContain('<td data-label="Since Term 2" role="cell">−1.2</td>');
});

test("a list of results reads its class, subject, grade and order, and wrong values count as missing", () => {
  const query = new URLSearchParams("class=4&subject=x&grade=A&by=name&test=3&term=202520263&level=2");

  expect(parseResultNamesParams("failing", query)).toEqual({
    list: "failing",
    day: null,
    level: 2,
    term: 202520263,
    test: null,
    classId: 4,
    subjectId: null,
    grade: "A",
    by: null,
  });
  expect(parseResultNamesParams("absent", query)).toBeNull();
});
