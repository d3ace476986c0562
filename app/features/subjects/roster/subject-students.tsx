import { Form } from "@remix-run/react";
import { useCallback, useState } from "react";
import { registerName } from "#domain/names.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";

import { countWords } from "../assignment.rules.ts";
import { addUrl, subjectsUrl, subjectUrl, WHOLE_ROSTER, type SubjectPlace } from "../place.rules.ts";
import { RosterActs } from "./roster-acts.tsx";
import type { RosterCame } from "./roster-answer.ts";
import { RosterFaults } from "./roster-faults.tsx";
import { NeedsYou, RosterPages } from "./roster-foot.tsx";
import { RosterSearch } from "./roster-search.tsx";
import { RosterTable } from "./roster-table.tsx";
import type { Roster } from "../subjects.ts";
import { useRosterVisit, type RosterVisit } from "./use-roster-visit.ts";

type SubjectStudentsProps = {
  roster: Roster;
  /** What the form of the rows was answered. */
  sent: RosterCame | null;
};

const FORM = "roster";

/** Who has a subject, and with whom: the teacher is changed in the row, several are ticked. */
export function SubjectStudents({ roster, sent }: SubjectStudentsProps) {
  const { subject, year, list, place, students, total, found } = roster;
  const here = { subjectId: subject.id, list, roster: place };
  const { isLost, visit, onClick } = useRosterVisit();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { needs, onNeed } = useNeeds();
  const needing = students.filter(({ key }) => needs.has(key));
  useUnsavedFields(() => needing.map((student) => `Teacher of ${registerName(student)}`), subject.title);
  const shown = new Set(students.filter(({ key }) => ticked.has(key)).map(({ key }) => key));
  return (
    <RecordDialog
      about={`Subject ${subject.id} · ${year} · ${countWords(total)} assigned`}
      aside={
        <ButtonLink
          className="max-md:w-full"
          icon="plus"
          kind="primary"
          onClick={onClick}
          preventScrollReset
          to={addUrl(here)}
        >
          Add Student
        </ButtonLink>
      }
      backLabel="Subjects"
      closeTo={subjectsUrl(list)}
      foot={
        <>
          <RosterActs form={FORM} roster={roster} ticked={shown.size} />
          <NeedsYou keys={needing.map(({ key }) => key)} />
          <RosterPages here={here} onClick={onClick} roster={roster} />
          <DialogLink className="max-md:hidden" to={subjectsUrl(list)}>
            Close
          </DialogLink>
        </>
      }
      width="roster"
      title={subject.title}
    >
      {total > 0 ? <RosterSearch onSearch={visit} roster={roster} /> : null}
      <RosterFaults isLost={isLost} sent={sent} students={students} />
      {found === 0 ? (
        <NobodyThere here={here} isNobody={total === 0} onClick={onClick} title={subject.title} />
      ) : (
        <Form id={FORM} method="post" preventScrollReset>
          <AuthorField savesItself />
          <RosterTable
            look={{ to: subjectUrl(here), onClick }}
            onNeed={onNeed}
            onTick={setTicked}
            roster={roster}
            sent={sent}
            ticked={shown}
          />
          <Button className="mt-3 hidden unscripted:inline-flex" name="intent" value="save">
            Save teachers
          </Button>
        </Form>
      )}
    </RecordDialog>
  );
}

/** Which rows somebody has to look at, by the student. */
function useNeeds() {
  const [needs, setNeeds] = useState<ReadonlySet<number>>(new Set());
  const onNeed = useCallback((key: number, isNeeded: boolean) => {
    setNeeds((before) => {
      if (before.has(key) === isNeeded) return before;
      const others = [...before].filter((each) => each !== key);
      return new Set(isNeeded ? [...others, key] : others);
    });
  }, []);
  return { needs, onNeed };
}

type NobodyThereProps = {
  here: SubjectPlace;
  isNobody: boolean;
  title: string;
  onClick: RosterVisit["onClick"];
};

function NobodyThere({ here, isNobody, title, onClick }: NobodyThereProps) {
  if (isNobody) {
    return (
      <EmptyState
        action={
          <ButtonLink onClick={onClick} preventScrollReset to={addUrl(here)}>
            Add Student
          </ButtonLink>
        }
      >
        Nobody has {title} by choice this year.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <ButtonLink onClick={onClick} preventScrollReset to={subjectUrl({ ...here, roster: WHOLE_ROSTER })}>
          Show all
        </ButtonLink>
      }
    >
      Nobody who has {title} is like that.
    </EmptyState>
  );
}
