import { expect, test } from "vitest";
import { ClassChooser } from "#features/term-reports/choose/class-chooser.tsx";
import type { ReportClassChooserView, ReportClassLink } from "#features/term-reports/choose/classes.rules.ts";
import { renderPage } from "#tests/ui/render.tsx";

const TERM = { id: 202520262, label: "2025-2026, Term 2" };

const CLASS: ReportClassLink = {
  url: "/app/term-reports/4/202520262",
  overview: { url: "/app/term-reports/4/202520262/sign-all", words: "View" },
  label: "Std 4",
  teachers: "D. Ramkissoon",
  counts: "40 reports, 37 complete, 40 signed",
  isAllDone: false,
  pendingWork: null,
};

test.each([
  [true, "No class has students in 2025-2026, Term 2 yet."],
  [false, "You have no class in 2025-2026, Term 2."],
])("an empty choice says whose classes are meant: all of the school %s", async (readsAll, words) => {
  const html = await renderPage(<ClassChooser choice={choiceOf([], readsAll)} />);

  expect(html).toContain(words);
  expect(html).toMatch(/<a [^>]*href="\/app"[^>]*>Main Menu</);
});

test.each([
  [true, "Select Class"],
  [false, "Past reports"],
])("of the current term, %s, the choice is called %s", async (isCurrent, title) => {
  const html = await renderPage(<ClassChooser choice={{ ...choiceOf([CLASS], true), isCurrent }} />);

  expect(html).toContain(`<h1>${title}</h1>`);
});

test.each([true, false])("the tick stands beside a class with nothing left to do: %s", async (isAllDone) => {
  const html = await renderPage(<ClassChooser choice={choiceOf([{ ...CLASS, isAllDone }], true)} />);

  expect(html.includes("text-saved")).toBe(isAllDone);
});

function choiceOf(classes: readonly ReportClassLink[], readsAll: boolean): ReportClassChooserView {
  const groups = classes.length > 0 ? [{ title: "Standard 4", classes }] : [];
  const level = { levels: [], shown: null };
  return { groups, level, term: TERM, terms: [TERM], isCurrent: true, openCorrections: null, readsAll };
}
