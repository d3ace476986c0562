import { afterEach, expect, test, vi } from "vitest";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";
import { shouldRevalidateWhenStale } from "#ui/form/form-result.ts";

const HERE = new URL("http://school.test/app/students/new");

afterEach(() => vi.unstubAllGlobals());

test.each([
  { title: "a change", actionStatus: 200, reloads: true },
  { title: "a conflict", actionStatus: 409, reloads: true },
  {
    title: "a conflict, the connection being lost since",
    actionStatus: 409,
    isOnline: false,
    reloads: false,
  },
  { title: "a rejected form", actionStatus: 422, reloads: false },
  { title: "no answer", actionResult: { failed: true, status: "", words: null, at: 0 }, reloads: false },
  { title: "opening a page", reloads: true },
])("after $title the page is loaded again: $reloads", ({ reloads, title: _, isOnline = true, ...action }) => {
  vi.stubGlobal("navigator", { onLine: isOnline });

  const asked = {
    currentUrl: HERE,
    nextUrl: HERE,
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...action,
  };

  // The page with the form, and the frame and the sheets around it, which decide for themselves.
  expect(shouldRevalidateWhenStale(asked)).toBe(reloads);
  expect(shouldRevalidateUnlessUnderDialog(asked)).toBe(reloads);
});
