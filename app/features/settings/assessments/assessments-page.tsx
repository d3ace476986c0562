import type { ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { Sent } from "../refused-fields.tsx";
import type { Assessments, ClassTests } from "./assessments.rules.ts";
import { ClassList, ClassPicker } from "./class-choice.tsx";
import { ReadTests } from "./read-tests.tsx";
import { TestsForm } from "./tests-form.tsx";
import { TypeForm } from "./type-form.tsx";

type AssessmentsPageProps = {
  shown: Assessments;
  /** The type that was not set. */
  sent: Sent | null;
  failed: Failed | null;
  /** The tests were sent as a form. */
  isPosted: boolean;
};

/** Which tests the classes of a term have, when each is and what it is out of (A2). */
export function AssessmentsPage({ shown, sent, failed, isPosted }: AssessmentsPageProps) {
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
      <NotAnswered className="mb-4" failed={failed} title="Nothing was changed" />
      <div className="grid items-start gap-4 xl:grid-cols-[236px_minmax(0,1fr)]">
        <ClassList shown={shown} />
        <Panel flush>
          {tests ? <h2 className="border-b px-4 py-3 md:px-5">{tests.label}</h2> : null}
          <TypeForm key={term.id} sent={sent} shown={shown} />
          <Tests isOver={shown.isOver} isPosted={isPosted} tests={tests} />
        </Panel>
      </div>
    </>
  );
}

type TestsProps = { tests: ClassTests | null; isOver: boolean; isPosted: boolean };

function Tests({ tests, isOver, isPosted }: TestsProps) {
  if (!tests) return <Nothing>No class is in this term yet.</Nothing>;
  if (tests.rows.length === 0) return <Nothing>No subject is taught in this class yet.</Nothing>;
  if (tests.byCriteria) return <Nothing title="Graded by criteria">{BY_CRITERIA}</Nothing>;
  if (isOver) return <ReadTests tests={tests} />;
  // Another class, other tests, or another person, is another form: nothing typed may cross over.
  const key = [tests.accountId, tests.saveUrl, ...tests.tests.map((test) => test.key + test.title)].join(" ");
  return <TestsForm isPosted={isPosted} key={key} tests={tests} />;
}

const BY_CRITERIA = "Its subjects have neither days of tests nor max marks.";

function Nothing({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>} title={title}>
      {children}
    </EmptyState>
  );
}
