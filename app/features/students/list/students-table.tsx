import { useEffect, useRef, type ReactNode } from "react";
import { formatRegisterName } from "#domain/names.ts";
import { HighlightMatches } from "#ui/list/empty-list.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { useLinkClick } from "#ui/page/use-link-click.ts";
import { sortByColumn, studentDialogUrls, studentsUrl } from "./params.rules.ts";
import { StudentActions, StudentDocumentLinks, type StudentRowLinks } from "./student-acts.tsx";
import type { ListedStudentView, StudentsList } from "./students.rules.ts";
import { joinClassNames } from "#ui/classes.ts";
import type { useStudentSelection } from "./use-selection.ts";

type StudentsTableProps = {
  list: StudentsList;
  /** The ticks of the rows; null for people who cannot select students. */
  selection: Pick<ReturnType<typeof useStudentSelection>, "isTicked" | "tick"> | null;
  empty: ReactNode;
};

/** The table with one line per student. The name links to the record, and the picture links to a preview. */
export function StudentsTable({ list, selection, empty }: StudentsTableProps) {
  const { params, students } = list;
  const links: StudentRowLinks = { to: studentDialogUrls(params), onClick: useLinkClick() };
  return (
    <DataTable
      caption="Students"
      className={joinClassNames("people-table students-table border-t", selection && "with-ticks")}
      columns={[
        ...(selection ? [tickColumn(selection)] : []),
        ...whoColumns(list, links),
        ...(params.status === "here" ? hereColumns(list) : leftColumns()),
        ...lastColumns(list, links),
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

function tickColumn({
  isTicked,
  tick,
}: NonNullable<StudentsTableProps["selection"]>): DataTableColumn<ListedStudentView> {
  return {
    key: "tick",
    title: "",
    head: <span className="sr-only">Selected</span>,
    width: "w-12",
    className: "margin-rule",
    cell: (student) => (
      <Tick
        isTicked={isTicked(student.id)}
        name={`tick.${student.id}`}
        of={formatRegisterName(student)}
        onTick={(isOn) => tick([student.id], isOn)}
      />
    ),
  };
}

type TickProps = { name: string; of: string; isTicked: boolean; onTick: (isOn: boolean) => void };

/** The checkbox of a row. It keeps a tick that was set before JavaScript had loaded. */
function Tick({ name, of, isTicked, onTick }: TickProps) {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(isTicked);
  const early = useRef(onTick);

  useEffect(() => {
    if (box.current && box.current.checked !== shown.current) early.current(box.current.checked);
  }, []);
  useEffect(() => {
    if (box.current && isTicked !== shown.current) box.current.checked = isTicked;
    shown.current = isTicked;
  }, [isTicked]);

  return (
    <input
      aria-label={`Select ${of}`}
      className="tick"
      defaultChecked={isTicked}
      name={name}
      onChange={(event) => onTick(event.currentTarget.checked)}
      ref={box}
      type="checkbox"
    />
  );
}

function whoColumns({ params }: StudentsList, links: StudentRowLinks): DataTableColumn<ListedStudentView>[] {
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
      cell: (student) => <Picture links={links} student={student} />,
    },
    {
      key: "name",
      title: "Name",
      sortable: true,
      names: true,
      cell: (student) => <Name links={links} search={search} student={student} />,
    },
  ];
}

function hereColumns({ params: { search } }: StudentsList): DataTableColumn<ListedStudentView>[] {
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

function leftColumns(): DataTableColumn<ListedStudentView>[] {
  return [
    { key: "last-class", title: "Last class", wideOnly: true, cell: ({ classLabel }) => classLabel ?? "–" },
    { key: "status", title: "Status", ...SORTED, cell: ({ status }) => status },
    { key: "since", title: "Since", ...SORTED, cell: ({ since }) => since },
  ];
}

function lastColumns(list: StudentsList, links: StudentRowLinks): DataTableColumn<ListedStudentView>[] {
  const isHere = list.params.status === "here";
  const papers: DataTableColumn<ListedStudentView> = {
    key: "documents",
    title: "Documents",
    width: "w-[122px]",
    wideOnly: true,
    className: "whitespace-nowrap",
    cell: (student) => <StudentDocumentLinks links={links} student={student} />,
  };
  const missing: DataTableColumn<ListedStudentView> = {
    key: "missing",
    title: "Missing",
    width: "w-[150px]",
    wideOnly: true,
    cell: (student) => <Missing parts={student.missing ?? []} />,
  };
  const last: DataTableColumn<ListedStudentView> = {
    key: "act",
    title: "Actions",
    cell: (student) => <StudentActions links={links} list={list} student={student} />,
  };
  const isOfMissing = list.params.filters.missing !== null;
  return [
    {
      key: "gender",
      title: "Gender",
      width: "w-[80px]",
      ...SORTED,
      cell: ({ gender }) => gender ?? "–",
    },
    ...(isOfMissing ? [missing] : [pinColumn(list), ...(isHere ? [papers] : [])]),
    last,
  ];
}

function pinColumn({ params }: StudentsList): DataTableColumn<ListedStudentView> {
  return {
    key: "pin",
    title: "Birth Cert. Pin",
    width: "w-[132px]",
    ...SORTED,
    cell: ({ pin }) => <HighlightMatches search={params.search} text={pin} />,
  };
}

/** Lists the missing parts of the registration, one in each line. */
function Missing({ parts }: { parts: readonly string[] }) {
  return (
    <span className="flex flex-col py-1 text-13">
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
}

type OfStudent = { student: ListedStudentView; links: StudentRowLinks };

function Picture({ student, links: { to, onClick } }: OfStudent) {
  const name = formatRegisterName(student);
  const picture = <StudentPicture name={name} size={40} src={student.picture} studentId={student.id} />;
  if (student.picture === null) return picture;
  return (
    <a
      aria-label={`View Picture, ${name}`}
      className="block"
      href={to(`${student.id}/preview`)}
      onClick={onClick}
    >
      {picture}
    </a>
  );
}

/** The name. On a phone the other columns are below the name: class and teacher, then ID, gender and PIN. */
function Name({ student, search, links: { to, onClick } }: OfStudent & { search: string }) {
  const { lastName, firstName, note, classLabel, teacher, studentId, gender, pin, status, missing } = student;
  const name = formatRegisterName({ lastName, firstName });
  const held = [classLabel, teacher].filter(Boolean).join(", ");
  return (
    <span className="flex min-w-0 flex-col">
      <a aria-label={name} className="row-name break-words" href={to(student.id)} onClick={onClick}>
        <HighlightMatches search={search} text={name} />
      </a>
      {note ? <span className="text-13 font-normal text-muted">{note}</span> : null}
      <span className="text-13 font-normal text-muted md:hidden">{held || status}</span>
      <span className={joinClassNames("text-13 font-normal md:hidden", missing ? "text-ink" : "text-muted")}>
        {missing ? missing.join(" · ") : [studentId, gender, `PIN ${pin}`].filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}
