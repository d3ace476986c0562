import { expect, test } from "vitest";
import { shouldRevalidateWhenStale } from "#ui/form/form-result.ts";

const HERE = new URL("http://school.test/app/students/new");

test.each([
  { title: "a change", actionStatus: 200, reloads: true },
  { title: "a conflict", actionStatus: 409, reloads: true },
  { title: "a rejected form", actionStatus: 422, reloads: false },
  { title: "no answer", actionResult: { failed: true, status: "", words: null, at: 0 }, reloads: false },
  { title: "opening a page", reloads: true },
])("after $title the page is loaded again: $reloads", ({ reloads, title: _, ...action }) => {
  const decided = shouldRevalidateWhenStale({
    currentUrl: HERE,
    nextUrl: HERE,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...action,
  });

  expect(decided).toBe(reloads);
});
