import type { ReactNode } from "react";
import { MARK_TITLES, SHORT_TITLES } from "#domain/term-reports.ts";
import { classes } from "#ui/classes.ts";
import { columnsAfterSubject } from "./mark-words.rules.ts";
import type { MarkColumns } from "../report.ts";

export type PartProps = { columns: MarkColumns; hasEdit: boolean };

const HEAD =
  "border-b border-red bg-cream-2 text-13 [&_th]:px-1.5 [&_th]:py-2.5 [&_th]:font-semibold md:[&_th]:px-2 " +
  "[&_th:first-child]:pl-4 [&_th:last-child]:pr-4 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5";

/** The head of the table for a class that is graded by criteria alone. */
export function CriteriaHead({ columns, hasEdit }: PartProps) {
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col">Subject</th>
        <th colSpan={columnsAfterSubject(columns)} scope="col">
          Criteria, graded from 1 to 5
        </th>
        {hasEdit ? <EditHead /> : null}
      </tr>
    </thead>
  );
}

export function MarksHead({ columns, hasEdit }: PartProps) {
  const { tests, workRatings } = columns;
  return (
    <thead className={HEAD}>
      <tr>
        <th scope="col">Subject</th>
        <HeadCell className="max-lg:hidden">Max Mark</HeadCell>
        {tests.map(({ test, title, wideOnly }) => (
          <HeadCell className={wideOnly ? "max-lg:hidden" : undefined} key={test}>
            {title}
          </HeadCell>
        ))}
        <HeadCell>%</HeadCell>
        <HeadCell className="!text-center max-md:!pr-4">Grade</HeadCell>
        {workRatings ? <WorkHead field="application" /> : null}
        {workRatings ? <WorkHead field="preparedness" /> : null}
        {hasEdit ? <EditHead /> : null}
      </tr>
    </thead>
  );
}

function EditHead() {
  return (
    <HeadCell>
      <span className="sr-only">Change</span>
    </HeadCell>
  );
}

function HeadCell({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th className={classes("text-right leading-4", className)} scope="col">
      {children}
    </th>
  );
}

/** Abbreviates two long titles; the line under the table explains them. */
function WorkHead({ field }: { field: keyof typeof SHORT_TITLES }) {
  return (
    <HeadCell className="!text-center max-lg:hidden">
      <abbr className="no-underline" title={MARK_TITLES[field]}>
        {SHORT_TITLES[field]}
      </abbr>
    </HeadCell>
  );
}
