import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { registerName } from "#domain/names.ts";
import { HighlightMatches } from "#ui/list/empty-list.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { sortByColumn, studentDialogUrl, studentsUrl } from "./params.rules.ts";
import { StudentActions, StudentDocumentLinks } from "./student-acts.tsx";
import type { ListedStudentView, StudentsList } from "./students.rules.ts";

type StudentsTableProps = { list: StudentsList; empty: ReactNode };

/** The table with a row for each student. The name links to the record, and the picture to a preview. */
export function StudentsTable({ list, empty }: StudentsTableProps) {
  const { params, students } = list;
  return (
    <DataTable
      caption="Students"
      className="people-table students-table border-t"
      columns={[
        ...whoColumns(list),
        ...(params.status === "here" ? hereColumns(list) : leftColumns()),
        ...lastColumns(list),
      ]}
      empty={empty}
      rowKey={({ id }) => id}
      rows={students}
      sort={params.sort}
      sortTo={(key) => studentsUrl(sortByColumn(params, key))}
    />
  );
}

const SORTED = { sortable: true, wideOnly: true };

function whoColumns({ params }: StudentsList): Column<ListedStudentView>[] {
  const { search } = params;
  return [
    {
      key: "id",
      title: "ID",
      width: "w-[96px]",
      className: "margin-rule whitespace-nowrap",
      ...SORTED,
      cell: ({ studentId }) => <HighlightMatches search={search} text={studentId} />,
    },
    {
      key: "picture",
      title: "Picture",
      width: "w-16",
      cell: (student) => <Picture student={student} to={studentDialogUrl(`${student.id}/preview`, params)} />,
    },
    {
      key: "name",
      title: "Name",
      sortable: true,
      names: true,
      cell: (student) => <Name search={search} student={student} to={studentDialogUrl(student.id, params)} />,
    },
  ];
}

function hereColumns({ params: { search } }: StudentsList): Column<ListedStudentView>[] {
  return [
    {
      key: "class",
      title: "Class",
      width: "w-[100px]",
      className: "whitespace-nowrap",
      ...SORTED,
      cell: ({ classLabel }) => <HighlightMatches search={search} text={classLabel ?? "–"} />,
    },
    {
      key: "teacher",
      title: "Teacher",
      width: "w-[150px]",
      ...SORTED,
      cell: ({ teacher }) => <HighlightMatches search={search} text={teacher || "–"} />,
    },
  ];
}

function leftColumns(): Column<ListedStudentView>[] {
  return [
    { key: "last-class", title: "Last class", wideOnly: true, cell: ({ classLabel }) => classLabel ?? "–" },
    { key: "status", title: "Status", ...SORTED, cell: ({ status }) => status },
    { key: "since", title: "Since", ...SORTED, cell: ({ since }) => since },
  ];
}

function lastColumns(list: StudentsList): Column<ListedStudentView>[] {
  const isHere = list.params.status === "here";
  const papers: Column<ListedStudentView> = {
    key: "documents",
    title: "Documents",
    width: "w-[122px]",
    wideOnly: true,
    className: "whitespace-nowrap",
    cell: (student) => <StudentDocumentLinks student={student} />,
  };
  return [
    {
      key: "gender",
      title: "Gender",
      width: "w-[80px]",
      ...SORTED,
      cell: ({ gender }) => gender ?? "–",
    },
    {
      key: "pin",
      title: "Birth Cert. Pin",
      width: "w-[132px]",
      ...SORTED,
      cell: ({ pin }) => <HighlightMatches search={list.params.search} text={pin} />,
    },
    ...(isHere ? [papers] : []),
    { key: "act", title: "Actions", cell: (student) => <StudentActions list={list} student={student} /> },
  ];
}

type OfStudent = { student: ListedStudentView; to: string };

function Picture({ student, to }: OfStudent) {
  const name = registerName(student);
  const picture = <StudentPicture name={name} size={40} src={student.picture} studentId={student.id} />;
  if (student.picture === null) return picture;
  return (
    <Link aria-label={`View Picture, ${name}`} className="block" preventScrollReset to={to}>
      {picture}
    </Link>
  );
}

/** The name. On a phone the other columns are below the name: class and teacher, then ID, gender and PIN. */
function Name({ student, search, to }: OfStudent & { search: string }) {
  const { lastName, firstName, note, classLabel, teacher, studentId, gender, pin, status } = student;
  const name = registerName({ lastName, firstName });
  const held = [classLabel, teacher].filter(Boolean).join(", ");
  return (
    <span className="flex min-w-0 flex-col">
      <Link aria-label={name} className="row-name break-words" preventScrollReset to={to}>
        <HighlightMatches search={search} text={name} />
      </Link>
      {note ? <span className="text-13 font-normal text-muted">{note}</span> : null}
      <span className="text-13 font-normal text-muted md:hidden">{held || status}</span>
      <span className="text-13 font-normal text-muted md:hidden">
        {[studentId, gender, `PIN ${pin}`].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}
