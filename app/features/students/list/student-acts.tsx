import { Link } from "@remix-run/react";
import { capitalise } from "#domain/text/capital.ts";
import { formatRegisterName } from "#domain/names.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import { paperUrl, studentDialogUrl, type StudentsParams } from "./params.rules.ts";
import type { ListedStudentView, StudentsList } from "./students.rules.ts";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { useCloseOnPressOutside } from "#ui/use-closing.ts";

const SHORT: Record<StudentDocumentKind, string> = {
  "Birth Certificate": "birth cert.",
  "Immunization Card": "immun. card",
};

type ActsProps = { student: ListedStudentView; list: StudentsList };

/** The actions for a student in the list. A former student can only be viewed or brought back. */
export function StudentActions({ student, list: { params, manages, seesAttendance } }: ActsProps) {
  const name = formatRegisterName(student);
  const record = studentDialogUrl(student.id, params);
  const isHere = params.status === "here";
  return (
    <span className="flex items-center justify-end gap-x-3 md:justify-start">
      <Act className="max-md:hidden" name={name} to={record}>
        Edit/View
      </Act>
      {isHere ? (
        <RowMenu of={name}>
          <RowMenuLink icon="pencil" look="phone-only" of={name} to={record}>
            Edit/View
          </RowMenuLink>
          {STUDENT_DOCUMENTS.map((kind) => (
            <PaperButton key={kind} kind={kind} params={params} student={student} />
          ))}
          {student.picture === null ? null : (
            <RowMenuLink icon="picture" of={name} to={studentDialogUrl(`${student.id}/preview`, params)}>
              View Picture
            </RowMenuLink>
          )}
          {seesAttendance ? (
            <RowMenuLink icon="calendar" of={name} to={studentDialogUrl(`${student.id}/attendance`, params)}>
              View Attendance
            </RowMenuLink>
          ) : null}
          {manages ? (
            <RowMenuLink icon="print" of={name} to={studentDialogUrl(`forms/${student.id}`, params)}>
              Reg. Form
            </RowMenuLink>
          ) : null}
          {manages ? (
            <RowMenuLink
              icon="trash"
              look="danger"
              of={name}
              to={studentDialogUrl(`${student.id}/delete`, params)}
            >
              Delete
            </RowMenuLink>
          ) : null}
        </RowMenu>
      ) : (
        <Act name={name} to={studentDialogUrl(`${student.id}/delete`, params)}>
          Bring back
        </Act>
      )}
    </span>
  );
}

type ActProps = { name: string; to: string; className?: string; children: string };

function Act({ name, to, className = "", children }: ActProps) {
  return (
    <Link
      aria-label={`${children} ${name}`}
      className={`row-act ${className}`}
      discover="none"
      preventScrollReset
      to={to}
    >
      {children}
    </Link>
  );
}

/** Two lines, each with a link to a document or a note that it is missing. */
export function StudentDocumentLinks({ student, params }: Omit<PaperProps, "kind">) {
  return (
    <span className="flex flex-col text-13">
      {STUDENT_DOCUMENTS.map((kind) => {
        const documentId = student.documents[kind];
        const words = documentId === undefined ? `No ${SHORT[kind]}` : capitalise(SHORT[kind]);
        if (documentId === undefined)
          return (
            <span className="py-0.5 text-muted" key={kind}>
              {words}
            </span>
          );
        return (
          <Link
            aria-label={`${words}, ${formatRegisterName(student)}`}
            className="w-fit py-0.5"
            discover="none"
            key={kind}
            preventScrollReset
            to={paperUrl(kind, student.id, params)}
          >
            {words}
          </Link>
        );
      })}
    </span>
  );
}

type PaperProps = { student: ListedStudentView; kind: StudentDocumentKind; params: StudentsParams };

function PaperButton({ student, kind, params }: PaperProps) {
  if (student.documents[kind] === undefined) return <span className="md:hidden">{`No ${SHORT[kind]}`}</span>;
  return (
    <RowMenuLink
      icon="document"
      look="phone-only"
      of={formatRegisterName(student)}
      to={paperUrl(kind, student.id, params)}
    >
      {capitalise(SHORT[kind])}
    </RowMenuLink>
  );
}

/** The less common actions of a row under 'More': a menu in the table, buttons below the row on a phone. */
function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const menu = useCloseOnPressOutside();
  return (
    <details className="row-menu" ref={menu}>
      <summary aria-label={`More, ${of}`} className="row-act">
        More <Icon name="chevron-down" size={13} />
      </summary>
      <div>{children}</div>
    </details>
  );
}

type MenuLinkProps = {
  to: string;
  icon: IconName;
  /** The person's name, which a screen reader adds to the link because every row has the same links. */
  of: string;
  look?: "danger" | "phone-only";
  children: string;
};

function RowMenuLink({ to, icon, of, look, children }: MenuLinkProps) {
  return (
    <Link aria-label={`${children}, ${of}`} className={look} discover="none" preventScrollReset to={to}>
      <Icon name={icon} />
      {children}
    </Link>
  );
}
