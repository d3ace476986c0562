import { Form, useActionData, useNavigate } from "@remix-run/react";
import { useCallback, useState } from "react";
import { FORM_ID_FIELD, type FormReply } from "#domain/form-reply.ts";
import { MAY_NOT_BE_SAVED, useFormReply } from "#ui/form/form-result.ts";
import { formatRegisterName } from "#domain/names.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { pageSpan } from "#domain/list/paging.ts";
import {
  formatStudentCount,
  CHECK_LIST_HINT,
  addStudentsUrl,
  subjectsUrl,
  subjectUrl,
  WHOLE_ROSTER_PARAMS,
  type SubjectDialogParams,
  type Roster,
  type RosterStudent,
} from "../assignment.rules.ts";
import { findRosterRefusals, SUBJECT_ROSTER_FORM_ID } from "./posted-roster.rules.ts";
import { RosterSearch, SubjectRosterTable } from "./roster-table.tsx";
import { PATHS } from "#domain/paths.ts";
import { fetchJson } from "#saving/client/fetch-json.ts";
import { opensOutsidePage, type LinkClick } from "#ui/page/use-link-click.ts";

/** The students of a subject. The teacher is changed for one student, or for all ticked students together. */
export function SubjectStudents({ roster }: { roster: Roster }) {
  const { subject, year, list, params, students, total, found } = roster;
  const { reply, failure } = useFormReply(SUBJECT_ROSTER_FORM_ID, useActionData());
  const here = { subjectId: subject.id, list, roster: params };
  const { isLost, visit, onClick } = useRosterVisit();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { needs, onNeed } = useNeeds();
  const needing = students.filter(({ key }) => needs.has(key));
  useUnsavedFields(
    () => needing.map((student) => `Teacher of ${formatRegisterName(student)}`),
    subject.title,
  );
  const shown = new Set(students.filter(({ key }) => ticked.has(key)).map(({ key }) => key));
  return (
    <RecordDialog
      about={`Subject ${subject.id} · ${year} · ${formatStudentCount(total)} assigned`}
      aside={
        <ButtonLink
          className="max-md:w-full"
          icon="plus"
          kind="primary"
          onClick={onClick}
          preventScrollReset
          to={addStudentsUrl(here)}
        >
          Add Student
        </ButtonLink>
      }
      backLabel="Subjects"
      closeTo={subjectsUrl(list)}
      foot={
        <>
          <RosterActs form={SUBJECT_ROSTER_FORM_ID} roster={roster} ticked={shown.size} />
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
      <RosterFaults faults={failure ? [NOT_ANSWERED] : isLost ? [NOT_READ] : faultsIn(reply, students)} />
      {found === 0 ? (
        <NobodyThere here={here} isNobody={total === 0} onClick={onClick} title={subject.title} />
      ) : (
        <Form id={SUBJECT_ROSTER_FORM_ID} method="post" preventScrollReset>
          <AuthorField savesItself />
          <input name={FORM_ID_FIELD} type="hidden" value={SUBJECT_ROSTER_FORM_ID} />
          <SubjectRosterTable
            look={{ to: subjectUrl(here), onClick }}
            onNeed={onNeed}
            onTick={setTicked}
            reply={reply}
            roster={roster}
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

/** Tracks the rows that need attention, by the student's key. */
function useNeeds() {
  const [needs, setNeeds] = useState<ReadonlySet<number>>(new Set());
  const onNeed = useCallback((key: number, isNeeded: boolean) => {
    setNeeds((before) => {
      if (before.has(key) === isNeeded) return before;
      const others = [...before].filter((item) => item !== key);
      return new Set(isNeeded ? [...others, key] : others);
    });
  }, []);
  return { needs, onNeed };
}

type NobodyThereProps = {
  here: SubjectDialogParams;
  isNobody: boolean;
  title: string;
  onClick: RosterVisit["onClick"];
};

function NobodyThere({ here, isNobody, title, onClick }: NobodyThereProps) {
  if (isNobody) {
    return (
      <EmptyState
        action={
          <ButtonLink onClick={onClick} preventScrollReset to={addStudentsUrl(here)}>
            Add Student
          </ButtonLink>
        }
      >
        No students are assigned to {title} yet. Add the first one.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <ButtonLink
          onClick={onClick}
          preventScrollReset
          to={subjectUrl({ ...here, roster: WHOLE_ROSTER_PARAMS })}
        >
          Show all students
        </ButtonLink>
      }
    >
      No students in {title} match this filter.
    </EmptyState>
  );
}

const NOT_ANSWERED = `${MAY_NOT_BE_SAVED} ${CHECK_LIST_HINT}`;
const NOT_READ = "No connection. This is the list as you last saw it. Try again when the connection is back.";

/** Returns the errors of the whole form, and of students who are no longer on the page. */
function faultsIn(reply: FormReply | null, students: readonly RosterStudent[]): readonly string[] {
  const gone = [...findRosterRefusals(reply)].filter(
    ([refused]) => !students.some(({ key }) => key === refused),
  );
  return [...(reply?.error?.[""] ?? []), ...gone.map(([, { who, reason }]) => `${who}: ${reason}.`)];
}

function RosterFaults({ faults }: { faults: readonly string[] }) {
  const title = faults.join(" ");
  return title === "" ? null : <ErrorSummary className="mb-3" key={title} title={title} />;
}

type RosterActsProps = {
  form: string;
  roster: Roster;
  ticked: number;
};

/** The actions for ticked rows. A phone has no checkboxes, and so no actions. */
function RosterActs({ form, roster: { teachers, students }, ticked }: RosterActsProps) {
  const hydrated = useHydrated();
  if (students.length === 0 || (hydrated && ticked === 0)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:hidden">
      {hydrated ? <span className="font-semibold">{ticked} selected</span> : null}
      <label className="flex items-center gap-2 text-muted">
        Teacher
        <select className="field-box w-auto max-w-36 text-ink" defaultValue="" form={form} name="set">
          <option value="">Choose</option>
          {teachers.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <BusyButton busy="Setting" form={form} intent="set" kind="secondary">
        Set teacher
      </BusyButton>
      <BusyButton busy="Deleting" form={form} intent="delete" kind="quiet">
        Delete selected
      </BusyButton>
    </div>
  );
}

/** Links to the first row that was not saved. */
function NeedsYou({ keys }: { keys: readonly number[] }) {
  return (
    <p role="status">
      {keys.length > 0 ? (
        <a className="inline-flex min-h-6 items-center font-semibold text-refused" href={`#row-${keys[0]}`}>
          {keys.length === 1 ? "1 not saved" : `${keys.length} not saved`} ↑
        </a>
      ) : null}
    </p>
  );
}

type RosterPagesProps = { here: SubjectDialogParams; roster: Roster; onClick: RosterVisit["onClick"] };

function RosterPages({ here, roster, onClick }: RosterPagesProps) {
  const { found, pageSize, params } = roster;
  const { shown, from, to, last } = pageSpan({ page: params.at, pageSize, total: found });
  const link = (at: number) =>
    ({
      kind: "quiet",
      onClick,
      preventScrollReset: true,
      to: subjectUrl({ ...here, roster: { ...params, at } }),
    }) as const;
  if (found === 0) return <span className="ml-auto" />;
  return (
    <nav aria-label="Pages of students" className="ml-auto flex flex-wrap items-center gap-x-2">
      <span className="text-muted">
        {from} to {to} of {found}
      </span>
      {shown > 1 ? (
        <ButtonLink {...link(shown - 1)} icon="chevron-left">
          Back
        </ButtonLink>
      ) : null}
      {shown < last ? (
        <ButtonLink {...link(shown + 1)} iconAfter="chevron-right">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}

const REACHED: readonly Awaited<ReturnType<typeof fetchJson>>["kind"][] = ["ok", "refused", "signed-out"];

type RosterVisit = {
  /** Whether the server could not be reached, so that the page shows older data. */
  isLost: boolean;
  visit: (url: string) => void;
  /** The click handler for links within the dialog. */
  onClick: LinkClick;
};

/**
 * Loads another part of the roster, but only after the server has responded. Without a network, an error page would
 * otherwise replace this page and everything typed in it.
 */
function useRosterVisit(): RosterVisit {
  const navigate = useNavigate();
  const [isLost, setLost] = useState(false);

  async function go(url: string) {
    const { kind } = await fetchJson(PATHS.sessionState);
    setLost(!REACHED.includes(kind));
    if (REACHED.includes(kind)) navigate(url, { preventScrollReset: true });
  }

  return {
    isLost,
    visit: (url) => void go(url),
    onClick: (event) => {
      if (opensOutsidePage(event)) return;
      event.preventDefault();
      const { pathname, search } = event.currentTarget;
      void go(`${pathname}${search}`);
    },
  };
}
