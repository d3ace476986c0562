import { Link, useNavigate } from "@remix-run/react";
import { useState, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { filterByWords } from "#ui/form/matching.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { SearchForm } from "#ui/form/search-form.tsx";
import type { SearchReportsView } from "./search-reports.server.ts";

/** Finds another student of the class by ID or name. With JavaScript, the list gets shorter while the user types. */
export function SearchReportsDialog({ search: { closeTo, query, students } }: { search: SearchReportsView }) {
  const [typed, setTyped] = useState(query);
  const navigate = useNavigate();
  const found = filterByWords(
    students,
    typed,
    ({ studentId, firstName, lastName }) => `${studentId} ${firstName} ${lastName}`,
  );
  const [only, ...others] = found;

  /**
   * Searches on the page, which has the whole list already. A request would only reload the report under the dialog.
   */
  function look(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTyped(String(new FormData(event.currentTarget).get("q") ?? ""));
    if (only && others.length === 0) navigate(only.url, { replace: true });
  }

  function showAll(event: MouseEvent) {
    event.preventDefault();
    const field = document.getElementById("q");
    if (field instanceof HTMLInputElement) field.value = "";
    setTyped("");
  }

  return (
    <Dialog
      aside={
        <DialogLink icon="close" to={closeTo}>
          Close
        </DialogLink>
      }
      // The dialog is at the top. In the middle of the window it would move whenever the list gets shorter.
      className="!self-start"
      closeTo={closeTo}
      title="Search"
      width="record"
    >
      <SearchForm
        data-first-focus=""
        label="Student ID or name"
        name="q"
        onSubmit={look}
        onType={setTyped}
        query={query}
      />
      <p className="-my-2 text-13 text-muted" role="status">
        {found.length} of {students.length} students
        {only && others.length === 0 ? (
          <span className="touch:hidden">: press Enter to open the record</span>
        ) : null}
      </p>
      {found.length === 0 ? (
        <EmptyState
          action={
            <DialogLink onClick={showAll} to="?">
              Show the whole class
            </DialogLink>
          }
        >
          No students of this class match “{typed.trim()}”.
        </EmptyState>
      ) : (
        <Found students={found} />
      )}
    </Dialog>
  );
}

/** The style of a row. On a phone the name is above the ID, with the link on the right. */
const ROW =
  "hover:bg-cream max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:items-center max-md:gap-x-1.5 max-md:px-3 max-md:py-1 " +
  "max-md:[&>*]:!p-0";

function Found({ students }: { students: readonly SearchReportsView["students"][number][] }) {
  return (
    <table
      className="w-full border-t bg-paper text-left max-md:block [&_:is(th,td)]:px-3 [&_:is(th,td)]:py-1"
      role="table"
    >
      <thead
        className="border-b border-red bg-cream-2 text-13 max-md:sr-only [&_th]:py-2 [&_th]:font-semibold"
        role="rowgroup"
      >
        <tr role="row">
          <Head>Student ID</Head>
          <Head>First Name</Head>
          <Head>Last Name</Head>
          <Head>
            <span className="sr-only">View Record</span>
          </Head>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block" role="rowgroup">
        {students.map((student) => (
          <Row key={student.url} student={student} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th role="columnheader" scope="col">
      {children}
    </th>
  );
}

function Row({ student }: { student: SearchReportsView["students"][number] }) {
  const { studentId, firstName, lastName, url } = student;
  return (
    <tr className={ROW} role="row">
      <td className="text-muted max-md:col-span-2 max-md:row-start-2 max-md:text-13" role="cell">
        {studentId}
      </td>
      <td className="max-md:row-start-1" role="cell">
        {firstName}
      </td>
      <th className="font-normal max-md:row-start-1" role="rowheader" scope="row">
        {lastName}
      </th>
      <td className="text-right max-md:col-start-3 max-md:row-span-2 max-md:row-start-1" role="cell">
        <Link className="inline-flex min-h-9 items-center font-semibold touch:min-h-11" replace to={url}>
          View Record<span className="sr-only">{` of ${firstName} ${lastName}`}</span>
        </Link>
      </td>
    </tr>
  );
}
