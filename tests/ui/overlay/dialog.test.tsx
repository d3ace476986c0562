import { expect, test } from "vitest";
import { ButtonLink } from "#ui/form/button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { ViewerFrame } from "#features/shell/frame/viewer.tsx";
import { renderPage } from "../render.tsx";

test("the served dialog is open, named and has a way out", async () => {
  const dialog = (
    <Dialog actions={<ButtonLink to="/app">Cancel</ButtonLink>} closeTo="/app" title="Sign Report">
      You are signing the Term 3 report of Amara Lezama.
    </Dialog>
  );

  const html = await renderPage(dialog);

  const titleId = /<h2[^>]* id="([^"]+)">Sign Report<\/h2>/.exec(html)?.[1];
  expect(html).toMatch(/<dialog [^>]*open=""/);
  expect(html).toContain(`aria-labelledby="${titleId}"`);
  expect(html).toContain('href="/app"');
});

test("a document has its download and Close beside it, and nothing that hides it without script", async () => {
  const viewer = (
    <ViewerFrame
      canFetch={() => Promise.resolve(true)}
      closeTo="/app/reports"
      downloads={[{ words: "Spreadsheet", href: "/api/class-list/1?format=spreadsheet" }]}
      failure={null}
      fetched={null}
      onFramed={() => {}}
      src="/api/class-list/1"
      title="Class List, Std 4"
    />
  );

  const html = await renderPage(viewer);

  expect(html).toMatch(/<noscript><iframe [^>]*src="\/api\/class-list\/1" title="Class List, Std 4"/);
  expect(html).toMatch(/href="\/api\/class-list\/1\?format=spreadsheet"/);
  expect(html).toMatch(/href="\/app\/reports"[^>]*>.*Close<\/a>/);
  expect(html.indexOf("Loading Class List")).toBeLessThan(html.indexOf("<iframe"));
});
