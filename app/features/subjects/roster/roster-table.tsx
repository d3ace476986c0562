import { useNavigation } from "@remix-run/react";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import type { FormReply } from "#domain/form-reply.ts";
import { RosterRow } from "./roster-row.tsx";
import type { Look } from "./roster-trouble.tsx";
import type { Roster } from "../subjects.ts";

type RosterTableProps = {
  roster: Roster;
  reply: FormReply | null;
  ticked: ReadonlySet<number>;
  onTick: (next: (before: ReadonlySet<number>) => ReadonlySet<number>) => void;
  onNeed: (key: number, needs: boolean) => void;
  look: Look;
};

/** One row for each student; on a phone two lines without the boxes. */
export function RosterTable({ roster, reply, ticked, onTick, onNeed, look }: RosterTableProps) {
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
    <table className="roster-table">
      <caption className="sr-only">Students who have the subject</caption>
      <thead>
        <tr>
          <th className="w-9 pr-0">
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
          <th className="pr-0">Status</th>
          <th className="w-[72px]">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {students.map((student) => (
          <RosterRow
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
