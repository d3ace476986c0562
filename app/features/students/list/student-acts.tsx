import { capitalise } from "#domain/text/capital.ts";
import { formatRegisterName } from "#domain/names.ts";
import { STUDENT_DOCUMENTS, type StudentDocumentKind } from "#domain/people/students.ts";
import { studentDocumentPath } from "./params.rules.ts";
import type { ListedStudentView, StudentsList } from "./students.rules.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import type { LinkClick } from "#ui/page/use-link-click.ts";
import { useCloseOnPressOutside } from "#ui/use-closing.ts";

const SHORT: Record<StudentDocumentKind, string> = {
  "Birth Certificate": "birth cert.",
  "Immunization Card": "immun. card",
};

/** The addresses of the rows' links, and the handler of their clicks. */
export type StudentRowLinks = { to: (dialog: string | number) => string; onClick: LinkClick };

type ActsProps = { student: ListedStudentView; list: StudentsList; links: StudentRowLinks };

/** The actions for a student in the list. A former student can only be viewed or brought back. */
export function StudentActions({ student, list, links }: ActsProps) {
  const { to, onClick } = links;
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
        <RowMenu links={links} list={list} student={student} />
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

/** Two lines, each with a link to a document or a note about it. */
export function StudentDocumentLinks({ student, links: { to, onClick } }: Omit<ActsProps, "list">) {
  return (
    <span className="flex flex-col text-13">
      {STUDENT_DOCUMENTS.map((kind) =>
        opensDocument(student, kind) ? (
          <a
            aria-label={`${capitalise(SHORT[kind])}, ${formatRegisterName(student)}`}
            className="w-fit py-0.5"
            href={to(studentDocumentPath(kind, student.id))}
            key={kind}
            onClick={onClick}
          >
            {capitalise(SHORT[kind])}
          </a>
        ) : (
          <span className="py-0.5 text-muted" key={kind}>
            {documentNote(student, kind)}
          </span>
        ),
      )}
    </span>
  );
}

function opensDocument({ documents, readsMedical }: ListedStudentView, kind: StudentDocumentKind): boolean {
  return documents[kind] !== undefined && (kind !== "Immunization Card" || readsMedical);
}

/** Returns a note that the document is missing or, for a card that the person may not read, the name of the card. */
function documentNote({ documents }: ListedStudentView, kind: StudentDocumentKind): string {
  return documents[kind] === undefined ? `No ${SHORT[kind]}` : capitalise(SHORT[kind]);
}

/** The less common actions of a row under 'More': a menu in the table, buttons below the row on a phone. */
function RowMenu({ student, list: { manages, seesAttendance }, links: { to, onClick } }: ActsProps) {
  const menu = useCloseOnPressOutside();
  const { id, picture } = student;
  const name = formatRegisterName(student);
  const link = (words: string, icon: IconName, url: string, className?: string) => (
    <a aria-label={`${words}, ${name}`} className={className} href={url} key={words} onClick={onClick}>
      <Icon name={icon} />
      {words}
    </a>
  );
  return (
    <details className="row-menu" ref={menu}>
      <summary aria-label={`More, ${name}`} className="row-act">
        More <Icon name="chevron-down" size={13} />
      </summary>
      <div>
        {link("Edit/View", "pencil", to(id), "phone-only")}
        {STUDENT_DOCUMENTS.map((kind) =>
          opensDocument(student, kind) ? (
            link(capitalise(SHORT[kind]), "document", to(studentDocumentPath(kind, id)), "phone-only")
          ) : (
            <span className="md:hidden" key={kind}>
              {documentNote(student, kind)}
            </span>
          ),
        )}
        {picture === null ? null : link("View Picture", "picture", to(`${id}/preview`))}
        {seesAttendance ? link("View Attendance", "calendar", to(`${id}/attendance`)) : null}
        {manages ? link("Reg. Form", "print", to(`forms/${id}`)) : null}
        {manages ? link("Delete", "trash", to(`${id}/delete`), "danger") : null}
      </div>
    </details>
  );
}
