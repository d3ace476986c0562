import { Form } from "@remix-run/react";
import { useEffect, type FormEvent } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { ErrorSummary, type FieldError } from "#ui/form/error-summary.tsx";
import { Field } from "#ui/form/field.tsx";
import { SelectField } from "#ui/form/select-field.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { MessagePlace } from "#ui/overlay/message-place.tsx";
import { tell } from "#ui/overlay/told.ts";
import { isFailed } from "#ui/page/act-in-place.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";

import { addWords, notAdded } from "../assignment.rules.ts";
import { NO_ANSWER } from "../roster/roster-answer.ts";
import type { AddStudents } from "../subjects.ts";
import { CandidateList } from "./candidate-list.tsx";
import { useCandidates, type Sent } from "./use-candidates.ts";

type AddStudentsDialogProps = { found: AddStudents; sent: Sent | null };

/** By the names of the specification, with their ids here. */
const FIELDS = [
  ["student_id", "find"],
  ["employee_id", "by"],
] as const;
const SECONDS = 4;

/** Students by name or a whole class, with the teacher: nothing is added before the button, which counts. */
export function AddStudentsDialog({ found, sent }: AddStudentsDialogProps) {
  const { subject, year, teachers, closeTo } = found;
  return (
    <Dialog className="min-w-0" closeTo={closeTo} title="Add Student">
      <MessagePlace className="message-on-top" />
      <p className="-mt-3 text-13 text-muted">
        {subject.title}, {year}
      </p>
      {teachers.length === 0 ? (
        <NoTeacher closeTo={closeTo} subject={subject.title} />
      ) : (
        <AddForm found={found} sent={sent} />
      )}
    </Dialog>
  );
}

function AddForm({ found, sent }: AddStudentsDialogProps) {
  const { shown, ticks, find, isLost, isLooking } = useCandidates(found, sent);
  const faults = sent && !isFailed(sent) ? sent.refused : null;
  useNotAdded(sent);

  /** Enter looks for somebody; what adds them is pressed. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== "find") return;
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get("find") ?? ""), 0);
  }

  return (
    <Form className="flex flex-col gap-4" method="post" noValidate onSubmit={onSubmit} preventScrollReset>
      <AuthorField />
      {sent ? <NotAdded sent={sent} /> : null}
      <button className="sr-only" name="intent" tabIndex={-1} value="find">
        Search
      </button>
      <div>
        <Field
          aside={isLooking ? "looking …" : "name or class"}
          autoComplete="off"
          data-first-focus=""
          defaultValue={shown.find}
          error={faults?.student_id}
          label="Student"
          name="find"
          onChange={(event) => find(event.currentTarget.value)}
          type="search"
        />
        {isLost ? <LookedInVain /> : null}
        <CandidateList shown={shown} ticks={ticks} />
        <Button className="mt-2 hidden unscripted:inline-flex" icon="search" name="intent" value="find">
          Search and count
        </Button>
      </div>
      <SelectField
        choices={shown.teachers}
        defaultValue={shown.employeeId ?? ""}
        error={faults?.employee_id}
        id="by"
        label="Teacher"
        name="by"
        prompt="Choose a teacher"
      />
      <p className="text-13 text-muted">Marks already given in {shown.subject.title} stay as they are.</p>
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
        <DialogLink to={shown.closeTo}>Cancel</DialogLink>
        <BusyButton busy="Adding" intent="add">
          {addWords(ticks.count)}
        </BusyButton>
      </div>
    </Form>
  );
}

function NotAdded({ sent }: { sent: Sent }) {
  if (isFailed(sent)) return <ErrorSummary title={MESSAGES.studentNotAdded}>{NO_ANSWER}</ErrorSummary>;
  const errors = faultsIn(sent);
  return errors.length > 0 ? <ErrorSummary errors={errors} title={MESSAGES.studentNotAdded} /> : null;
}

/** Over the page for its four seconds (A8), while the form says it as long as it is so. */
function useNotAdded(sent: Sent | null) {
  useEffect(() => {
    const [first] = sent ? faultsIn(sent) : [];
    if (first) tell({ text: notAdded(first.message), tone: "refused", seconds: SECONDS });
  }, [sent]);
}

function faultsIn(sent: Sent): FieldError[] {
  if (isFailed(sent)) return [];
  return FIELDS.flatMap(([name, field]) => {
    const message = sent.refused?.[name];
    return message === undefined ? [] : [{ field, message }];
  });
}

function LookedInVain() {
  return (
    <p className="mt-1 text-13 font-semibold text-refused" role="status">
      No connection: this is what was found before. Press Enter to look again.
    </p>
  );
}

function NoTeacher({ subject, closeTo }: { subject: string; closeTo: string }) {
  return (
    <>
      <NoticeBox icon="info" title={`Nobody teaches ${subject} by choice yet.`} tone="plain">
        In a teacher’s timetable, tick ‘only students who chose it’ on a lesson of {subject} first. A lesson
        for the whole class has all of it, and nobody is added.
      </NoticeBox>
      <div className="flex justify-end">
        <DialogLink data-first-focus="" to={closeTo}>
          Close
        </DialogLink>
      </div>
    </>
  );
}
