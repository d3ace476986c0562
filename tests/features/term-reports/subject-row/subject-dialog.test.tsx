import { expect, test } from "vitest";
import { ReportSubjectMarksDialog } from "#features/term-reports/subject-row/subject-dialog.tsx";
import { renderPage } from "#tests/ui/render.tsx";

const VIEW = {
  closeTo: "/app/term-reports/4/202520263/17",
  student: "Amara Lezama",
  subject: { subject_id: 1, title: "Mathematics" },
  marks: ["End of Term 84 of 100"],
};

test("where every other subject has marks the dialog says so, and offers no choice of nothing", async () => {
  const taken = [{ subject_id: 2, title: "Spanish", taken: true }];

  const none = await renderPage(<ReportSubjectMarksDialog view={{ ...VIEW, subjects: taken }} />);
  const one = await renderPage(
    <ReportSubjectMarksDialog
      view={{ ...VIEW, subjects: [...taken, { subject_id: 3, title: "Science", taken: false }] }}
    />,
  );

  expect(none).toContain("This student already has marks in every other subject.");
  expect(none).not.toContain("Change subject");
  expect(none).toContain("Delete these marks");
  expect(one).toContain("Change subject");
});
