import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { overTestsUrl, type Assessments, type ClassTests } from "./assessments.rules.ts";
import { ClassList, ClassPicker } from "./class-choice.tsx";
import { ClassKindForm, FortnightlyTests, TypeForm } from "./class-forms.tsx";
import { CriteriaList } from "./criteria.tsx";
import { TestsForm } from "./tests-form.tsx";
import { ReadTests } from "./tests-table.tsx";

type AssessmentsPageProps = {
  shown: Assessments;
  /** True when the tests were sent as a form. */
  isPosted: boolean;
};

/** The tests of the classes of a term, with their days and maximum marks. */
export function AssessmentsPage({ shown, isPosted }: AssessmentsPageProps) {
  const { term, terms, shown: tests } = shown;
  return (
    <>
      <PageHead
        actions={
          <div className="flex flex-wrap gap-2">
            <ClassPicker shown={shown} />
            <TermPicker chosen={term.id} className="max-md:[&>label]:sr-only" terms={terms}>
              {tests ? <input name="class" type="hidden" value={tests.classId} /> : null}
            </TermPicker>
          </div>
        }
        title="Term Assesments Configuration"
      />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[236px_minmax(0,1fr)]">
        <ClassList shown={shown} />
        <Panel flush>
          {tests ? <ClassHead isOver={shown.isOver} termId={term.id} tests={tests} /> : null}
          <TypeForm key={term.id} shown={shown} />
          {tests && !shown.isOver ? <ClassForms termId={term.id} tests={tests} /> : null}
          <Tests isOver={shown.isOver} isPosted={isPosted} tests={tests} />
        </Panel>
      </div>
    </>
  );
}

type OfClass = { tests: ClassTests; termId: number };

function ClassHead({ tests: { label, classId, kind }, termId, isOver }: OfClass & { isOver: boolean }) {
  const copyUrl = overTestsUrl("copy", { academicTermId: termId, classId });
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-4 py-3 md:px-5">
      <h2>{label}</h2>
      {isOver || kind === "criteria" ? null : (
        <Link data-dialog="" preventScrollReset to={copyUrl}>
          Copy from another class or term
        </Link>
      )}
    </div>
  );
}

function ClassForms({ tests, termId }: OfClass) {
  return (
    <>
      <ClassKindForm key={`kind ${tests.classId} ${tests.kind}`} termId={termId} tests={tests} />
      {tests.hasFortnightly ? (
        <FortnightlyTests key={`tests ${tests.classId}`} termId={termId} tests={tests} />
      ) : null}
    </>
  );
}

type TestsProps = { tests: ClassTests | null; isOver: boolean; isPosted: boolean };

function Tests({ tests, isOver, isPosted }: TestsProps) {
  if (!tests) return <Nothing>No classes in this term yet.</Nothing>;
  if (tests.rows.length === 0)
    return (
      <Nothing>
        No subjects in this class yet. Add its lessons in a teacher&apos;s timetable, under Employees.
      </Nothing>
    );
  if (tests.kind === "criteria") return <CriteriaList isOver={isOver} tests={tests} />;
  if (isOver) return <ReadTests tests={tests} />;
  // Each class, set of tests and account has a form of its own, so that typed text never crosses over.
  const key = [tests.accountId, tests.saveUrl, ...tests.tests.map((test) => test.key + test.title)].join(" ");
  return <TestsForm isPosted={isPosted} key={key} tests={tests} />;
}

function Nothing({ children }: { children: ReactNode }) {
  return <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>{children}</EmptyState>;
}
