import { expect, test } from "vitest";
import { FailureModal } from "#features/shell/frame/failure-dialog.tsx";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import { reportCountsNotReady } from "#runtime/errors.ts";
import { renderPage } from "#tests/ui/render.tsx";

const NOT_FOUND = {
  status: 404,
  statusText: "",
  internal: false,
  data: { message: "There is no such sheet." },
};
const UNAVAILABLE = { status: 503, statusText: "", internal: false, data: null };

test.each([
  [new Error("a fault"), "Something went wrong", true],
  [UNAVAILABLE, "Something went wrong", true],
  [NOT_FOUND, "Not found", false],
])("%o is said in a dialog, with Try again where that may help", async (error, title, mayPass) => {
  const dialog = (
    <FailureModal close="Other mark sheets" closeTo="/app/mark-sheet" error={error} of="Not opened" />
  );

  const html = await renderPage(dialog, "/app/mark-sheet/4/202520262/1?x=1");

  expect(html).toMatch(/<dialog [^>]*open=""/);
  expect(html).toContain(`<strong>${title}. </strong>`);
  expect(html).toMatch(/<a [^>]*href="\/app\/mark-sheet"[^>]*>Other mark sheets</);
  expect(html.includes('href="/app/mark-sheet/4/202520262/1?x=1">Try again')).toBe(mayPass);
});

test.each([
  ["the first time", "/app/late-board?view=classes"],
  ["and again", "/app/late-board?view=classes&refresh=1"],
])("a page that waits for a count says so, and opens again without script too, %s", async (_when, url) => {
  const { status, data } = reportCountsNotReady({ due: 2_000, total: 2_860 });
  const error = { status, statusText: "", internal: false, data };

  const html = await renderPage(<FailurePage error={error} />, url);

  expect(html).toContain("<h1>Counting marks and reports</h1>");
  expect(html).toContain("860 of 2,860 classes are counted");
  expect(html).toMatch(/<noscript><meta [^>]*url=\/app\/late-board\?view=classes&amp;refresh=1"/);
});

test("a page that fails on the server is tried again from there too", async () => {
  const html = await renderPage(<FailurePage error={new Error("a fault")} />, "/app/profile");

  expect(html).toMatch(/<a [^>]*href="\/app\/profile">Try again</);
  expect(html).toMatch(/<a [^>]*href="\/app">Main Menu</);
});
