import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatDate } from "#domain/dates.ts";
import { MESSAGES } from "#domain/messages.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import type { LessonTests } from "./list-tests.server.ts";

/** Lists the tests of a lesson: fortnightly tests with title and date, the term's other assessment, and the exam. */
export function TestList({ subject, classLabel, teacher, tests, terms, term, lessonsUrl }: LessonTests) {
  const another = <ButtonLink to={lessonsUrl}>Choose another subject class</ButtonLink>;
  return (
    <>
      <PageHead
        about={`${subject}, ${classLabel} · ${teacher} · ${term.label}`}
        actions={another}
        title={MESSAGES.selectTest}
      />
      <TermPicker chosen={term.id} terms={terms} />
      <Panel flush>
        {tests.length === 0 ? (
          <EmptyState action={another}>
            No {subject} test is set up for {classLabel} in {term.label}.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {tests.map((test) => (
              <li key={test.url}>
                <ChoiceListRow
                  detail={<Progress test={test} />}
                  margin={
                    test.testDate ? formatDate(test.testDate) : <span className="sr-only">No date</span>
                  }
                  title={test.title}
                  to={test.url}
                />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}

/** Shows text such as '23 of 35 entered', with a progress bar. */
function Progress({ test: { entered, total } }: { test: LessonTests["tests"][number] }) {
  const isDone = total > 0 && entered === total;
  return (
    <span className={joinClassNames("flex items-center gap-2 text-13", isDone ? "text-saved" : "text-muted")}>
      <span className="flex items-center gap-1.5 md:w-40 md:justify-end">
        {isDone ? <Icon name="tick" /> : null}
        {entered} of {total} entered
      </span>
      <span aria-hidden="true" className="hidden h-1.5 w-32 bg-cream-2 md:block">
        <span
          className={joinClassNames("block h-full", isDone ? "bg-saved" : "bg-sepia")}
          style={{ width: `${total > 0 ? (100 * entered) / total : 0}%` }}
        />
      </span>
    </span>
  );
}

type ChoiceRowProps = {
  to: string;
  /** The content to the left of the margin line. */
  margin: ReactNode;
  title: string;
  /** The content below the title on a phone, and on the right on wider screens. */
  detail?: ReactNode;
};

/** A row to choose, laid out like a line in an exercise book: `margin` is to the left of the red line. */
export function ChoiceListRow({ to, margin, title, detail }: ChoiceRowProps) {
  return (
    <Link className="group flex items-stretch text-ink no-underline hover:bg-cream hover:text-ink" to={to}>
      <span className="flex w-24 shrink-0 items-center border-r border-r-rule px-4 py-2 text-13 text-muted md:w-44 md:px-5">
        {margin}
      </span>
      <span className="flex min-h-11 min-w-0 grow items-center gap-3 px-4 py-2">
        <span className="grid min-w-0 grow gap-x-4 md:grid-cols-[1fr_auto] md:items-center">
          <span className="font-semibold group-hover:text-red group-hover:underline group-hover:underline-offset-4">
            {title}
          </span>
          {detail}
        </span>
        <Icon className="text-field" name="chevron-right" />
      </span>
    </Link>
  );
}
