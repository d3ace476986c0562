import { expect, test } from "vitest";
import { ClassGrid } from "#features/reports/print/class-grid.tsx";
import type { PrintScreen } from "#features/reports/print/params.rules.ts";
import { renderPage } from "../../../ui/render.tsx";

test("where no class can be printed, the words are true for the office and for a teacher", async () => {
  const screen = { classes: [] } as unknown as PrintScreen;
  const html = await renderPage(<ClassGrid chosen={screen.params} screen={screen} />);

  expect(html).toContain("The school office registers students under Students");
  expect(html).not.toContain("You have no class");
});
