import { useNavigation } from "@remix-run/react";
import type { FormEvent } from "react";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import type { FormReply } from "#domain/form-reply.ts";
import { PATHS, withQuery } from "#domain/paths.ts";
import { Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { SubjectRosterRow, type ReloadLink } from "./roster-row.tsx";
import { type Roster, subjectRosterQuery, type RosterOption } from "../assignment.rules.ts";

type RosterTableProps = {
  roster: Roster;
  reply: FormReply | null;
  ticked: ReadonlySet<number>;
  onTick: (next: (before: ReadonlySet<number>) => ReadonlySet<number>) => void;
  onNeed: (key: number, needs: boolean) => void;
  look: ReloadLink;
};

/** The table with a row for each student. On a phone a row has two lines and no checkbox. */
export function SubjectRosterTable({ roster, reply, ticked, onTick, onNeed, look }: RosterTableProps) {
  const { students, teachers } = roster;
  const doing = useNavigation().formData?.get("intent");
  const isAll = students.every(({ key }) => ticked.has(key));

  function tickAll(isTicked: boolean) {
    onTick(() => new Set(isTicked ? students.map(({ key }) => key) : []));
  }

  function tick(key: number, isTicked: boolean) {
    onTick((before) => {
      const others = [...before].filter((item) => item !== key);
      return new Set(isTicked ? [...others, key] : others);
    });
  }

  return (
    <table className="roster-table w-full border-collapse text-left max-md:-mx-4 max-md:block max-md:w-auto max-md:border-t md:table-fixed">
      <caption className="sr-only">Students who have the subject</caption>
      <thead className="max-md:sr-only [&_th]:sticky [&_th]:top-0 [&_th]:z-10 [&_th]:h-10 [&_th]:border-b [&_th]:border-t-2 [&_th]:border-red [&_th]:bg-cream-2 [&_th]:px-2 [&_th]:text-13 [&_th]:font-semibold">
        <tr>
          <th className="w-9">
            <TickBox
              aria-label="Select all on this page"
              checked={isAll}
              className="tick unscripted:hidden"
              onTick={tickAll}
            />
          </th>
          <th className="w-[84px]">ID</th>
          <th className="w-[150px]">Last Name</th>
          <th className="w-[124px]">First Name</th>
          <th className="w-[66px]">Gender</th>
          <th className="w-[72px]">Class</th>
          <th className="w-[146px]">Teacher</th>
          <th>Status</th>
          <th className="w-[72px]">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {students.map((student) => (
          <SubjectRosterRow
            isDeleting={doing === `delete-${student.key}`}
            isTicked={ticked.has(student.key)}
            key={student.key}
            look={look}
            onNeed={onNeed}
            onTick={(isTicked) => tick(student.key, isTicked)}
            reply={reply}
            student={student}
            teachers={teachers}
          />
        ))}
      </tbody>
    </table>
  );
}

type RosterSearchProps = { roster: Roster; onSearch: (url: string) => void };

export function RosterSearch({ roster, onSearch }: RosterSearchProps) {
  const { subject, list, params, classes, teachers } = roster;
  const action = `${PATHS.subjects}/${subject.id}`;
  const {
    name: _name,
    class: _class,
    teacher: _teacher,
    at: _at,
    ...keep
  } = subjectRosterQuery({ list, roster: params });

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(
      ([name, value]) => [name, String(value)] as const,
    );
    onSearch(withQuery(action, Object.fromEntries(given.filter(([, value]) => value !== ""))));
  }

  return (
    <form
      action={action}
      className="grid grid-cols-2 items-center gap-x-3 gap-y-2 pb-3 md:flex md:gap-x-5"
      method="get"
      onSubmit={search}
      role="search"
    >
      {Object.entries(keep).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <label className="flex min-w-0 grow items-center gap-3 font-semibold max-md:col-span-2 md:max-w-[350px]">
        <span className="max-md:sr-only">Search</span>
        <span className="relative min-w-0 grow">
          <Icon className="absolute left-3 top-1/2 text-muted [translate:0_-50%]" name="search" />
          <input
            autoComplete="off"
            className="field-box pl-10 font-normal"
            defaultValue={params.name}
            key={params.name}
            name="name"
            placeholder="Name or ID"
            type="search"
          />
        </span>
      </label>
      <Narrow all="All classes" choices={classes} chosen={params.classId} label="Class" name="class" />
      <Narrow
        all="All teachers"
        choices={teachers}
        chosen={params.teacherId}
        label="Teacher"
        name="teacher"
      />
      <Button className="hidden max-md:col-span-2 unscripted:inline-flex">Search</Button>
    </form>
  );
}

type NarrowProps = {
  label: string;
  name: string;
  all: string;
  choices: RosterOption[];
  chosen: number | null;
};

function Narrow({ label, name, all, choices, chosen }: NarrowProps) {
  return (
    <label className="flex min-w-0 items-center gap-3 font-semibold">
      <span className="max-md:sr-only">{label}</span>
      <AutoSubmitSelect
        className="field-box font-normal md:w-auto md:max-w-40"
        name={name}
        onChoose={({ form }) => form?.requestSubmit()}
        value={String(chosen ?? "")}
      >
        <option value="">{all}</option>
        {choices.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </AutoSubmitSelect>
    </label>
  );
}
