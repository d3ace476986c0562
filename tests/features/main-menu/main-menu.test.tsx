import { expect, test } from "vitest";
import { MainMenu, WelcomeHeader } from "#features/main-menu/main-menu.tsx";
import { listVisibleSections } from "#features/main-menu/read-menu.server.ts";
import { MENU_TILES, type MenuSection } from "#features/main-menu/tiles.ts";
import { renderPage } from "#tests/ui/render.tsx";

const ALL = Object.keys(MENU_TILES) as MenuSection[];
const SCHOOL = {
  name: "Santa Rosa Government Primary",
  motto: "Learn, and lift one another",
  place: "Arima",
};

test.each<[string, number[], MenuSection[], hasClass?: boolean]>([
  ["teacher", [1, 3], ["mark-sheet", "reports", "profile"]],
  [
    "form teacher",
    [1, 2, 3],
    ["overview", "mark-sheet", "attendance-register", "term-reports", "reports", "students", "profile"],
    true,
  ],
  [
    "principal",
    [1, 2, 3, 10],
    [
      ...(["overview", "mark-sheet", "term-reports", "reports", "students"] as const),
      ...(["attendance-summary", "late-board", "profile"] as const),
    ],
  ],
  ["new teacher", [1], ["mark-sheet", "profile"]],
  [
    "teacher who is only an administrator",
    [9],
    [
      ...([
        "overview",
        "attendance-register",
        "term-reports",
        "reports",
        "employees",
        "students",
        "subjects",
        "marks-archive",
        "attendance-summary",
      ] as const),
      ...(["late-board", "reset-password", "security-events", "profile"] as const),
    ],
  ],
])(
  "the menu of a %s holds the tiles of their permissions",
  (_who, permissions, expected, hasClass = false) => {
    const sections = listVisibleSections({
      permissions,
      employeeId: 12,
      hasClass,
      flavour: "secondary" as const,
    });

    expect(sections).toEqual(expected);
  },
);

test("Admin has every tile but Profile", () => {
  const permissions = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  const sections = listVisibleSections({
    permissions,
    employeeId: null,
    hasClass: false,
    flavour: "secondary" as const,
  });

  expect(sections).toEqual(ALL.filter((section) => section !== "profile"));
});

test("a tile has title, subtitle, link and, where there is one, its count", async () => {
  const menu = (
    <MainMenu
      notes={{ "term-reports": { icon: "sign", text: "316 of 402 reports to sign" } }}
      school={SCHOOL}
      sections={["mark-sheet", "term-reports"]}
    />
  );

  const html = await renderPage(menu);

  expect(html).toMatch(/href="\/app\/mark-sheet".*Enter Marks.*Mark sheet/);
  expect(html).toMatch(/href="\/app\/term-reports".*316 of 402 reports to sign/);
  expect(html).toContain("Learn, and lift one another");
  expect(html).not.toContain("Print/View Reports");
});

test("a full menu leaves the motto out, so that it fits one phone screen", async () => {
  const html = await renderPage(<MainMenu school={SCHOOL} sections={ALL} />);

  expect(html.match(/<li>/g)).toHaveLength(ALL.length);
  expect(html).not.toContain("Learn, and lift one another");
});

test("the welcome names the person and the period", async () => {
  const html = await renderPage(
    <WelcomeHeader
      displayName="M. Joseph"
      period={{ label: "2025-2026, Term 3" }}
      today="Friday 26 June 2026"
    />,
  );

  expect(html).toContain("<h1>M. Joseph</h1>");
  expect(html).toContain("Friday 26 June 2026");
});

test("a primary school has no archive of marks", () => {
  const viewer = { permissions: [6, 9], employeeId: 12, hasClass: true };

  expect(listVisibleSections({ ...viewer, flavour: "primary" })).not.toContain("marks-archive");
  expect(listVisibleSections({ ...viewer, flavour: "secondary" })).toContain("marks-archive");
});
