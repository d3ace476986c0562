import ts from "typescript";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/support/source.ts";

/** Forms that post without naming their author (`access/author.server.ts`), with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  "app/features/shell/sign-out/sign-out-question.tsx": "whoever presses it wants nobody to be signed in",
  "app/features/shell/frame/failure.tsx": "brings the field along among those of the form that was not taken",
  "app/features/sign-in/sign-in-page.tsx": "nobody is signed in",
};

/**
 * Forms whose fields are saved when they are left: they wait for their saves and ask about what is not saved. The undo
 * button has no fields.
 */
const SAVE_THEMSELVES = [
  "app/features/attendance-register/sheet/register-form.tsx",
  "app/features/employees/timetable/classes/dean-form.tsx",
  "app/features/employees/timetable/classes/teacher-class-form.tsx",
  "app/features/employees/timetable/lessons/lesson-row.tsx",
  "app/features/mark-sheet/sheet/sheet-form.tsx",
  "app/features/marks-archive/sheet/archive-dialog.tsx",
  "app/features/settings/assessments/tests-table.tsx",
  "app/features/settings/next-year/next-year-form.tsx",
  "app/features/students/fields/fields-form.tsx",
  "app/features/subjects/roster/subject-students.tsx",
  "app/features/term-reports/report/report-form.tsx",
  "app/ui/overlay/undo-button.tsx",
];

const forms = sourceFiles(/^app\/.*\.tsx$/).flatMap(postingForms);

test("every form that posts says whose page it stands on", () => {
  const silent = forms.filter(({ children }) => !children.includes("AuthorField"));

  expect(forms.length).toBeGreaterThan(15);
  expect([...new Set(silent.map(({ file }) => file))].sort()).toEqual(Object.keys(WITHOUT).sort());
});

test("every form that posts asks before it is left unsaved, except those that save themselves", () => {
  const quiet = forms.filter(({ savesItself }) => savesItself);

  expect([...new Set(quiet.map(({ file }) => file))].sort()).toEqual(SAVE_THEMSELVES);
});

type PostingForm = { file: string; children: string[]; savesItself: boolean };

function postingForms(file: string): PostingForm[] {
  const tree = ts.createSourceFile(file, readSource(file), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: PostingForm[] = [];
  visit(tree);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isJsxElement(node) && isPosting(node.openingElement)) {
      const savesItself = node.children.some((child) =>
        /^<AuthorField\b[^>]*\ssavesItself\b(?!=)/.test(child.getText()),
      );
      found.push({ file, children: node.children.flatMap(nameOf), savesItself });
    }
    if (ts.isJsxOpeningElement(node) && savesByActionForm(node))
      found.push({ file, children: ["AuthorField"], savesItself: true });
    if (ts.isJsxSelfClosingElement(node) && isPosting(node))
      found.push({ file, children: [], savesItself: false });
    ts.forEachChild(node, visit);
  }
}

/** `ActionForm` passes `savesItself` on to its `AuthorField`. */
function savesByActionForm({ tagName, attributes }: ts.JsxOpeningElement): boolean {
  return (
    tagName.getText() === "ActionForm" &&
    attributes.properties.some((property) => property.getText() === "savesItself")
  );
}

/** A method that is not a literal may be any; a button's method would count too. */
function isPosting({ attributes }: ts.JsxOpeningLikeElement): boolean {
  return attributes.properties.some((property) => {
    const [, name, value] = /^(method|formMethod)=(.+)$/s.exec(property.getText()) ?? [];
    return name !== undefined && value !== '"get"';
  });
}

function nameOf(child: ts.JsxChild): string[] {
  return ts.isJsxSelfClosingElement(child) ? [child.tagName.getText()] : [];
}
