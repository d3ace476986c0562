import { expect, test } from "vitest";
import {
  gradesTableRowsHtml,
  meansTableRowsHtml,
} from "#features/attendance-summary/overview/results/result-rows.rules.ts";
import { parseMarkListParams } from "#features/attendance-summary/overview/overview-address.rules.ts";

const COLUMN = { id: 1, level: 3, isFirst: true };
const PARAMS = { day: null, level: 3, term: null, test: null };

const HOSTILE = `"'><img src=x onerror=alert(1)>&amp;`;
const ESCAPED = "&quot;&#39;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;";

test("a row of means has a link in every cell with a figure", () => {
  const row = { id: 7, title: "Art", cells: "45--!,,?", all: 52.5 };
  const columns = [3, 4, 5].map((level) => ({ id: level - 2, level, isFirst: true }));

  expect(meansTableRowsHtml([row], columns, PARAMS)).toBe(
    '<tr class="l3 l5"><th scope="row">Art</th>' +
      '<td class="l3 first bg-rule low"><a href="/app/overview/marks?level=3&amp;subject=7&amp;class=1">45</a></td>' +
      '<td class="l4 first"></td>' +
      '<td class="l5 first none"><a href="/app/overview/marks?level=3&amp;subject=7&amp;class=3">' +
      '–<span class="sr-only"> no marks yet</span></a></td>' +
      '<td class="first all"><a href="/app/overview/marks?level=3&amp;subject=7">52.5</a></td></tr>',
  );
});

test("a name of a subject, class, grade or term cannot become markup, in the text or in an attribute", () => {
  const grades = { key: 1, title: HOSTILE, counts: [1, 0], mean: 50, passRate: 0 };
  const changes = [{ label: HOSTILE, before: 40, url: `/then?${HOSTILE}` }];

  const means = meansTableRowsHtml([{ id: 7, title: HOSTILE, cells: HOSTILE, all: 50 }], [COLUMN], PARAMS);
  const body = gradesTableRowsHtml([{ ...grades, changes }], [HOSTILE, "R"], {
    names: (_key, grade) => `/list?grade=${grade}`,
    belowPass: () => `/below?${HOSTILE}`,
  });

  expect(means).toContain(`<th scope="row">${ESCAPED}</th>`);
  expect(body).toContain(`<th role="rowheader" scope="row">${ESCAPED}</th>`);
  expect(body).toContain(
    `<td data-label="${ESCAPED}" role="cell"><a href="/list?grade=${ESCAPED}">1</a></td>`,
  );
  expect(body).toContain(`<td data-label="${ESCAPED}" role="cell"><a href="/then?${ESCAPED}">+10.0</a></td>`);
  expect(body).toContain(`<a href="/below?${ESCAPED}">0%</a>`);
  expect(means + body).not.toContain("<img");
});

test("a row of grades has a bar, the counts with their names, and the changes", () => {
  const row = {
    key: 7,
    title: "Art",
    counts: [2, 0],
    mean: 70,
    passRate: 100,
    changes: [{ label: "Since Term 2", before: 71.2, url: null }],
  };

  const html = gradesTableRowsHtml([row], ["A", "R"], {
    names: (key, grade) => `/${key}/${grade}`,
    belowPass: (key) => `/${key}/below`,
  });

  expect(html).toContain('<i class="basis-0 bg-sepia" style="flex-grow:2"></i></span>');
  expect(html).toContain(
    '<td data-label="A" role="cell"><a href="/7/A">2</a></td><td data-label="R" role="cell">0</td>',
  );
  expect(html).toContain('<a href="/7/null">70.0</a>');
  expect(html).toContain('<td data-label="Pass" role="cell"><a href="/7/below">100%</a></td>');
  expect(html).toContain('<td data-label="Since Term 2" role="cell">−1.2</td>');
});

test("a list of results reads its class, subject, grade and order, and wrong values count as missing", () => {
  const query = new URLSearchParams("class=4&subject=x&grade=A&by=name&test=3&term=202520263&level=2");

  expect(parseMarkListParams("failing", query)).toEqual({
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
  expect(parseMarkListParams("absent", query)).toBeNull();
});
