import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PATHS } from "#domain/paths.ts";
import { waitForHydration, newPage, signIn } from "#tests/support/browser/browser.ts";
import { DEMO_PASSWORD } from "#tests/support/demo.ts";
import { startProduct } from "#tests/support/server.ts";

/** The smallest phone, a usual one, a desktop at 200 %, and a laptop with a narrow window. */
const WIDTHS = [320, 390, 640, 1024];

/** Pages of the menu, the settings and the lists, each opened by its address alone. */
const PAGES = [
  ...[PATHS.mainMenu, PATHS.markSheets, PATHS.termReports, PATHS.reports, PATHS.annualReturn, PATHS.batches],
  ...[PATHS.lateBoard, PATHS.attendanceRegister, PATHS.attendanceSummary, PATHS.commentBank],
  ...[PATHS.employees, PATHS.importEmployees, PATHS.resetPassword, PATHS.subjects, PATHS.marksArchive],
  ...[PATHS.students, PATHS.studentPictures, PATHS.duplicates, PATHS.importStudents],
  ...[
    PATHS.settings,
    PATHS.currentTerm,
    PATHS.schoolHolidays,
    PATHS.formClasses,
    PATHS.schoolSubjects,
    PATHS.postReports,
  ],
  ...[PATHS.assessments, PATHS.entryWindows, PATHS.nextYear, PATHS.health, PATHS.readinessBoard],
  ...[PATHS.securityEvents, PATHS.accessTokens, PATHS.api, PATHS.unsent],
];

const { origin } = await startProduct({ flavour: "secondary" });

test("no page scrolls sideways, from the smallest phone to a laptop", async () => {
  const page = await newPage({ origin });
  await signIn(page, "Admin", DEMO_PASSWORD);

  const sideways: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      if (await scrollsSideways(page)) sideways.push(`${path} at ${width}`);
    }
  }

  expect(sideways).toEqual([]);
});

test("under forced colours what is chosen keeps a ground of its own", async () => {
  const page = await newPage({ origin });
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(page, "Admin", DEMO_PASSWORD, PATHS.assessments);
  await waitForHydration(page);

  const adjusted = await page
    .getByRole("radiogroup", { name: "Assessed by" })
    .locator("label")
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).forcedColorAdjust));

  expect(adjusted.filter((item) => item === "none")).toHaveLength(1);
});

function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
