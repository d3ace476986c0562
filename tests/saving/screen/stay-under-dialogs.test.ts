import { expect, test } from "vitest";
import { shouldRevalidateUnlessUnderDialog } from "#saving/screen/stay-under-dialogs.ts";

const SHEET = "/app/mark-sheet/12/202520263/1";

test.each([
  { title: "opening a dialog", from: SHEET, to: `${SHEET}/history/17`, reloads: false },
  { title: "closing a dialog", from: `${SHEET}/history/17`, to: SHEET, reloads: false },
  { title: "a form in a dialog", from: `${SHEET}/history/17`, to: SHEET, formMethod: "POST", reloads: true },
  {
    title: "a rejected form in a dialog",
    from: `${SHEET}/history/17`,
    to: `${SHEET}/history/17`,
    formMethod: "POST",
    actionStatus: 422,
    reloads: false,
  },
  { title: "loading the same page again", from: SHEET, to: SHEET, reloads: true },
  { title: "going to another sheet", from: SHEET, to: "/app/mark-sheet/12/202520263/10", reloads: true },
] as const)("$title: the sheet is loaded again, $reloads", ({ from, to, reloads, ...form }) => {
  const decided = shouldRevalidateUnlessUnderDialog({
    currentUrl: new URL(from, "http://school.test"),
    nextUrl: new URL(to, "http://school.test"),
    currentParams: {},
    nextParams: {},
    defaultShouldRevalidate: true,
    ...form,
  });

  expect(decided).toBe(reloads);
});
