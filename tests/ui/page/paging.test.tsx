import { expect, test } from "vitest";
import { pageSpan } from "#domain/list/paging.ts";
import { Paging } from "#ui/page/paging.tsx";
import { renderPage } from "../render.tsx";

test.each([
  [
    { page: 1, pageSize: 5, total: 12 },
    { shown: 1, from: 1, to: 5, last: 3 },
  ],
  [
    { page: 3, pageSize: 5, total: 12 },
    { shown: 3, from: 11, to: 12, last: 3 },
  ],
  [
    { page: 9, pageSize: 5, total: 12 },
    { shown: 3, from: 11, to: 12, last: 3 },
  ],
  [
    { page: 0, pageSize: 5, total: 10 },
    { shown: 1, from: 1, to: 5, last: 2 },
  ],
])("page %o shows %o", (input, expected) => {
  const span = pageSpan(input);

  expect(span).toEqual(expected);
});

test("the last page has a way back and none on", async () => {
  const paging = (
    <Paging of="students" page={3} pageSize={5} pageTo={(page) => `/?page=${page}`} total={12} />
  );

  const html = await renderPage(paging);

  expect(html).toContain("11 to 12 of 12 students");
  expect(html).toContain('href="/?page=2"');
  expect(html).not.toContain("page=4");
});

test("a page past the end leads back into the list", async () => {
  const paging = (
    <Paging of="students" page={9} pageSize={5} pageTo={(page) => `/?page=${page}`} total={12} />
  );

  const html = await renderPage(paging);

  expect(html).toContain('href="/?page=2"');
});

test("one page needs no paging", async () => {
  const paging = <Paging of="students" page={1} pageSize={5} pageTo={(page) => `/?page=${page}`} total={5} />;

  const html = await renderPage(paging);

  expect(html).toBe("");
});
