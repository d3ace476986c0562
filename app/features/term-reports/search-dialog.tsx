import { Link } from "@remix-run/react";
import { useState } from "react";

import { Button, ButtonLink } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { matching } from "#ui/matching.ts";

import type { ReportSearch } from "./dialogs.ts";

/** Another student of the class, by id or name; with script the list narrows as one types (T2). */
export function SearchDialog({ search: { closeTo, query, total, students } }: { search: ReportSearch }) {
  const [typed, setTyped] = useState(query);
  const found = matching(
    students,
    typed,
    ({ studentId, firstName, lastName }) => `${studentId} ${firstName} ${lastName}`,
  );
  return (
    <Dialog
      aside={
        <ButtonLink icon="close" preventScrollReset replace to={closeTo}>
          Close
        </ButtonLink>
      }
      closeTo={closeTo}
      title="Search"
      width="record"
    >
      <form className="flex items-end gap-2" method="get" role="search">
        <div className="grow">
          <Field
            autoComplete="off"
            data-first-focus=""
            defaultValue={query}
            label="Student ID or name"
            name="q"
            onChange={(event) => setTyped(event.currentTarget.value)}
            type="search"
          />
        </div>
        <Button icon="search">Search</Button>
      </form>
      <p className="-my-2 text-13 text-muted" role="status">
        {found.length} of {total} students
      </p>
      {found.length === 0 ? (
        <EmptyState
          action={
            <ButtonLink preventScrollReset replace to="?">
              Show the whole class
            </ButtonLink>
          }
        >
          No student of this class has the ID or name ‘{typed.trim()}’.
        </EmptyState>
      ) : (
        <Found students={found} />
      )}
    </Dialog>
  );
}

function Found({ students }: Pick<ReportSearch, "students">) {
  return (
    <table className="w-full border-t bg-paper text-left [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1">
      <thead className="border-b border-red bg-cream-2 text-13 [&_th]:py-2 [&_th]:font-semibold">
        <tr>
          <th scope="col">Student ID</th>
          <th scope="col">First Name</th>
          <th scope="col">Last Name</th>
          <th scope="col">
            <span className="sr-only">View Record</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {students.map(({ studentId, firstName, lastName, url }) => (
          <tr className="hover:bg-cream" key={url}>
            <td className="text-muted">{studentId}</td>
            <td>{firstName}</td>
            <th className="font-normal" scope="row">
              {lastName}
            </th>
            <td className="text-right">
              <Link
                className="inline-flex min-h-9 items-center font-semibold touch:min-h-11"
                replace
                to={url}
              >
                View Record<span className="sr-only">{` of ${firstName} ${lastName}`}</span>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
