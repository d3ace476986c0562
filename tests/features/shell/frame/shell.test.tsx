import { expect, test } from "vitest";
import { AppFrame } from "#features/shell/frame/app-frame.tsx";
import { FailurePage } from "#features/shell/frame/failure.tsx";
import { ShellProvider } from "#features/shell/frame/shell-context.ts";
import { SignOutDialog } from "#features/shell/sign-out/sign-out-question.tsx";
import { renderPage } from "#tests/ui/render.tsx";
import { ServerOnlyValuesProvider } from "#ui/page/served-page.ts";

const BAR = {
  account: 7,
  author: "7.proof",
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
    <AppFrame {...BAR} back={null}>
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
    <AppFrame {...BAR}>
      <h1>Profile</h1>
    </AppFrame>,
  );

  expect(html).toMatch(/<a [^>]*href="\/app">.*Main Menu<\/a>/);
});

test("the first link of a page leads past the bar", async () => {
  const html = await renderPage(
    <AppFrame {...BAR}>
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

test.each([
  ["a surprise", new Error("relation marks does not exist"), true],
  ["what is not there", { status: 404, statusText: "", internal: false, data: null }, false],
])(
  "the page of %s names its request when whoever looks after the product needs it",
  async (_, error, named) => {
    const html = await renderPage(
      <ServerOnlyValuesProvider value={{ nonce: "", requestId: "1a2b3c4d5e" }}>
        <FailurePage error={error} />
      </ServerOnlyValuesProvider>,
    );

    expect(html.includes("1a2b3c4d5e")).toBe(named);
  },
);

test("Enter in a field of a page that is saved on leaving presses its Save, not the first way out of it", async () => {
  const html = await renderPage(
    <AppFrame {...BAR} formToLeave="report">
      <form id="report" />
    </AppFrame>,
  );

  const [first = "", ...others] = html.match(/<button[^>]*form="report"[^>]*>/g) ?? [];

  expect(first).toContain('name="intent"');
  expect(first).toContain('value="save"');
  expect(others.map((button) => /value="([^"]*)"/.exec(button)?.[1])).toContain("/app");
});
