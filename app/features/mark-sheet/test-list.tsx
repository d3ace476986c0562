import { Link } from "@remix-run/react";
import { paperDate } from "#domain/dates.ts";
import { BackRow } from "#ui/back-row.tsx";
import { Icon } from "#ui/icon.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Panel } from "#ui/panel.tsx";
import type { TermChoice, TestChoice } from "./choices.ts";
import { TermPicker } from "./term-picker.tsx";

type TestListProps = {
  subject: string;
  classLabel: string;
  teacher: string;
  tests: readonly TestChoice[];
  terms: readonly TermChoice[];
  term: TermChoice;
  lessonsUrl: string;
};

/** The tests of a lesson: fortnightly ones by title and date, the term's other assessment, the exam (T2). */
export function TestList({ subject, classLabel, teacher, tests, terms, term, lessonsUrl }: TestListProps) {
  return (
    <>
      <BackRow label="Select Subject Class" to={lessonsUrl} />
      <PageHead about={`${subject}, ${classLabel} · ${teacher} · ${term.label}`} title="Select Assesment" />
      <div className="mb-4">
        <TermPicker chosen={term.id} terms={terms} />
      </div>
      <Panel flush>
        <ul className="divide-y divide-line">
          {tests.map((test) => (
            <li key={test.url}>
              <TestLink test={test} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function TestLink({ test: { url, title, testDate, entered, total } }: { test: TestChoice }) {
  return (
    <Link
      className="flex min-h-11 items-center gap-3 px-4 py-2 text-ink no-underline hover:bg-cream hover:text-red md:px-5"
      to={url}
    >
      <span className="min-w-0 grow">
        <span className="font-semibold">{title}</span>
        {testDate ? <span className="text-muted"> · {paperDate(testDate)}</span> : null}
      </span>
      <span className={entered === total ? "text-saved" : "text-muted"}>
        {entered} of {total} entered
      </span>
      <Icon className="text-field" name="chevron-right" />
    </Link>
  );
}
