import { expect, test } from "vitest";

import { AppFrame } from "#features/shell/frame/app-frame.tsx";
import { ShellProvider } from "#features/shell/frame/shell-context.ts";
import { SignOutDialog } from "#features/shell/sign-out/sign-out-question.tsx";
import { renderPage } from "#tests/ui/render.tsx";

const BAR = {
  account: 7,
  session: {
    userName: "marva",
    timeZone: "America/Port_of_Spain",
    secondsLeft: { idle: 3_600, whole: 43_200 },
  },
  school: { name: "Santa Rosa Government Primary", logo: null },
  person: { displayName: "M. Joseph", initials: "MJ" },
  period: { label: "2025-2026, Term 3" },
};

test("the bar always says school, term and person, and how to leave", async () => {
  const html = await renderPage(
    <AppFrame {...BAR} showMainMenu={false}>
      <h1>M. Joseph</h1>
    </AppFrame>,
  );

  expect(html).toContain("Santa Rosa Government Primary");
  expect(html).toContain("2025-2026, Term 3");
  expect(html).toContain("MJ");
  expect(html).toMatch(/<a [^>]*href="\/app\/sign-out"[^>]*>Sign Out<\/a>/);
  expect(html).not.toContain("Main Menu");
});

test("a section has the way back to the Main Menu", async () => {
  const html = await renderPage(
    <AppFrame {...BAR} showMainMenu>
      <h1>Profile</h1>
    </AppFrame>,
  );

  expect(html).toMatch(/<a [^>]*href="\/app">.*Main Menu<\/a>/);
});

test("the first link of a page leads past the bar", async () => {
  const html = await renderPage(
    <AppFrame {...BAR} showMainMenu>
      <h1>Profile</h1>
    </AppFrame>,
  );

  expect(html).toMatch(/<a [^>]*href="#content"/);
  expect(html).toMatch(/<main [^>]*id="content" tabindex="-1"/);
});

test("signing out asks first and posts a plain form", async () => {
  const html = await renderPage(
    <ShellProvider value={BAR}>
      <SignOutDialog closeTo="/app" />
    </ShellProvider>,
  );

  expect(html).toContain("Are you sure you want to sign out?");
  expect(html).toMatch(/<form action="\/app\/sign-out" [^>]*id="sign-out" method="post">/);
  expect(html).toMatch(/<button [^>]*form="sign-out"/);
});
