import { capitalise } from "#domain/text/capital.ts";
import { formatRegisterName } from "#domain/names.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import { paperPath } from "./params.rules.ts";
import type { ListedStudentView, StudentsList } from "./students.rules.ts";
import type { MouseEvent } from "react";
import { escapeHtml } from "#runtime/plain-page.ts";
import { Icon, iconHtml, type IconName } from "#ui/page/icon.tsx";
import type { LinkClick } from "#ui/page/use-link-click.ts";
import { useCloseOnPressOutside } from "#ui/use-closing.ts";

const SHORT: Record<StudentDocumentKind, string> = {
  "Birth Certificate": "birth cert.",
  "Immunization Card": "immun. card",
};

/** The plain links of the rows: their addresses, and what a click on a link or in a menu of links does. */
export type RowLinks = {
  to: (dialog: string | number) => string;
  onClick: LinkClick;
  onClickInside: (event: MouseEvent) => void;
};

type ActsProps = { student: ListedStudentView; list: StudentsList; links: RowLinks };

/** The actions for a student in the list. A former student can only be viewed or brought back. */
export function StudentActions({ student, list, links }: ActsProps) {
  const { to, onClick, onClickInside } = links;
  const name = formatRegisterName(student);
  const isHere = list.params.status === "here";
  return (
    <span className="flex items-center justify-end gap-x-3 md:justify-start">
      <a
        aria-label={`Edit/View ${name}`}
        className="row-act max-md:hidden"
        href={to(student.id)}
        onClick={onClick}
      >
        Edit/View
      </a>
      {isHere ? (
        <RowMenu html={menuHtml({ student, list, links })} of={name} onClick={onClickInside} />
      ) : (
        <a
          aria-label={`Bring back ${name}`}
          className="row-act"
          href={to(`${student.id}/delete`)}
          onClick={onClick}
        >
          Bring back
        </a>
      )}
    </span>
  );
}

/** Two lines, each with a link to a document or a note that it is missing. */
export function StudentDocumentLinks({ student, links: { to, onClick } }: Omit<ActsProps, "list">) {
  return (
    <span className="flex flex-col text-13">
      {STUDENT_DOCUMENTS.map((kind) => {
        if (student.documents[kind] === undefined)
          return (
            <span className="py-0.5 text-muted" key={kind}>
              No {SHORT[kind]}
            </span>
          );
        const words = capitalise(SHORT[kind]);
        return (
          <a
            aria-label={`${words}, ${formatRegisterName(student)}`}
            className="w-fit py-0.5"
            href={to(paperPath(kind, student.id))}
            key={kind}
            onClick={onClick}
          >
            {words}
          </a>
        );
      })}
    </span>
  );
}

type RowMenuProps = { of: string; html: string; onClick: RowLinks["onClickInside"] };

/**
 * The less common actions of a row under 'More': a menu in the table, buttons below the row on a phone. The links are
 * written as text. As React elements they took more time than everything else in a list of 50 students.
 */
function RowMenu({ of, html, onClick }: RowMenuProps) {
  const menu = useCloseOnPressOutside();
  return (
    <details className="row-menu" onClick={onClick} ref={menu}>
      <summary aria-label={`More, ${of}`} className="row-act">
        More <Icon name="chevron-down" size={13} />
      </summary>
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </details>
  );
}

function menuHtml({ student, list: { manages, seesAttendance }, links: { to } }: ActsProps): string {
  const { id, picture } = student;
  const name = escapeHtml(formatRegisterName(student));
  const link = (words: string, icon: IconName, url: string, attributes = "") =>
    `<a aria-label="${words}, ${name}"${attributes} href="${escapeHtml(url)}">${iconHtml(icon)}${words}</a>`;
  return [
    link("Edit/View", "pencil", to(id), PHONE_ONLY),
    ...STUDENT_DOCUMENTS.map((kind) => {
      if (student.documents[kind] === undefined) return `<span class="md:hidden">No ${SHORT[kind]}</span>`;
      return link(capitalise(SHORT[kind]), "document", to(paperPath(kind, id)), PHONE_ONLY);
    }),
    picture === null ? "" : link("View Picture", "picture", to(`${id}/preview`)),
    seesAttendance ? link("View Attendance", "calendar", to(`${id}/attendance`)) : "",
    manages ? link("Reg. Form", "print", to(`forms/${id}`)) : "",
    manages ? link("Delete", "trash", to(`${id}/delete`), ` class="danger"`) : "",
  ].join("");
}

const PHONE_ONLY = ` class="phone-only"`;
