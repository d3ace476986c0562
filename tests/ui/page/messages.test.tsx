import { expect, test } from "vitest";
import { BusyOverlay } from "#ui/overlay/busy-overlay.tsx";
import { Button } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { SaveStatus, type SaveStatusKind } from "#ui/page/save-status.tsx";
import { Snackbar } from "#ui/overlay/snackbar.tsx";
import { renderPage } from "../render.tsx";

test("an error summary is announced and links each refusal to its field", async () => {
  const errors = [{ field: "first_name", message: "First Name: Required" }];

  const html = await renderPage(<ErrorSummary errors={errors} title="Please fill out the missing fields." />);

  expect(html).toContain('role="alert"');
  expect(html).toMatch(/<a [^>]*href="#first_name">First Name: Required<\/a>/);
});

test.each<[SaveStatusKind, string]>([
  ["saved", "Saved"],
  ["saving", "Saving"],
  ["waiting", "Waiting on this device"],
  ["refused", "Not saved"],
  ["changed", "Changed"],
])("the state %s has words and an icon, not only a colour", async (kind, words) => {
  const html = await renderPage(<SaveStatus kind={kind} />);

  expect(html).toContain(`<span>${words}</span>`);
  expect(html).toContain('<svg aria-hidden="true"');
});

test("a state takes the words of its row", async () => {
  const html = await renderPage(<SaveStatus kind="saved">Saved, absent</SaveStatus>);

  expect(html).toContain("<span>Saved, absent</span>");
});

test("a message of the last act is in a polite live region, there before it speaks", async () => {
  const silent = await renderPage(<Snackbar message={null} />);
  const speaking = await renderPage(
    <Snackbar message={{ text: "Report Signed Successfully.", tone: "done", seconds: 3 }} />,
  );

  expect(silent).toContain('aria-live="polite"');
  expect(silent).not.toContain("<p");
  expect(speaking).toContain("Report Signed Successfully.");
});

test.each<[string, "done" | "refused", string]>([
  ["Data Saved Succesfully.", "done", "bg-red"],
  ["Student updated", "done", "bg-ink"],
  ["An Error Occured", "refused", "bg-refused"],
])("the message %j, %s, has the ground %s", async (text, tone, ground) => {
  const html = await renderPage(<Snackbar message={{ text, tone, seconds: 3 }} />);

  expect(html).toMatch(new RegExp(`class="[^"]*\\b${ground}( |")`));
});

test("a notice says its title in bold and offers its way out", async () => {
  const notice = (
    <NoticeBox action={<a href="/stay">Stay</a>} icon="clock" title="You will be signed out." tone="waiting">
      Nothing typed is lost.
    </NoticeBox>
  );

  const html = await renderPage(notice);

  expect(html).toContain("<strong>You will be signed out. </strong>Nothing typed is lost.");
  expect(html).toContain('href="/stay"');
});

test("an empty place says why and what next", async () => {
  const html = await renderPage(
    <EmptyState action={<Button>Choose another class</Button>}>No student is registered.</EmptyState>,
  );

  expect(html).toContain("No Data Available");
  expect(html).toContain("No student is registered.");
  expect(html).toContain("Choose another class");
});

test("nothing covers a page that is not busy", async () => {
  const idle = await renderPage(<BusyOverlay label="One moment" shown={false} />);
  const busy = await renderPage(<BusyOverlay label="One moment" shown />);

  expect(idle).toBe('<div role="status"></div>');
  expect(busy).toContain("One moment");
});
