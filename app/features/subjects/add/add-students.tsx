import { useEffect, type FormEvent } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { SelectField, TextField } from "#ui/form/fields/fields.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { MessageArea } from "#ui/overlay/message-area.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { formatAddButton, CHECK_LIST, notAdded } from "../assignment.rules.ts";
import type { AddInput, CandidatesView } from "./add.server.ts";
import { CandidateList } from "./candidate-list.tsx";
import { useCandidates } from "./use-candidates.ts";

const SECONDS = 4;

/** Adds students by name, or a whole class, with their teacher. Only the button adds anybody, and it says how many. */
export function AddStudentsDialog({ found }: { found: CandidatesView }) {
  const { subject, year, teachers, closeTo } = found;
  return (
    <Dialog className="min-w-0" closeTo={closeTo} title="Add Student">
      <MessageArea className="message-on-top" />
      <p className="-mt-3 text-13 text-muted">
        {subject.title}, {year}
      </p>
      {teachers.length === 0 ? (
        <NoTeacher closeTo={closeTo} subject={subject.title} />
      ) : (
        <AddForm found={found} />
      )}
    </Dialog>
  );
}

function AddForm({ found }: { found: CandidatesView }) {
  const [form, fields] = useActionForm<AddInput>("add-students", {
    find: found.find,
    by: found.employeeId,
  });
  const { shown, ticks, find, isLost, isLooking } = useCandidates(found, form.reply);
  useNotAdded(form);

  /** Enter searches; only the button adds students. */
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement) || submitter.value !== "find") return;
    event.preventDefault();
    find(String(new FormData(event.currentTarget).get("find") ?? ""), 0);
  }

  return (
    <ActionForm
      form={form}
      onSubmit={onSubmit}
      preventScrollReset
      rejectedTitle={MESSAGES.studentNotAdded}
      unansweredHint={CHECK_LIST}
    >
      <button className="sr-only" name="intent" tabIndex={-1} value="find">
        Search
      </button>
      <div>
        <TextField
          aside={isLooking ? "searching …" : "name or class"}
          data-first-focus=""
          field={fields.find}
          label="Student"
          onChange={(event) => find(event.currentTarget.value)}
          type="search"
        />
        {isLost ? <LookedInVain /> : null}
        <CandidateList shown={shown} ticks={ticks} />
        <Button className="mt-2 hidden unscripted:inline-flex" icon="search" name="intent" value="find">
          Search and count
        </Button>
      </div>
      <SelectField choices={shown.teachers} field={fields.by} label="Teacher" prompt="Choose a teacher" />
      <p className="text-13 text-muted">Marks already given in {shown.subject.title} stay as they are.</p>
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
        <DialogLink to={shown.closeTo}>Cancel</DialogLink>
        <BusyButton busy="Adding" intent="add">
          {formatAddButton(ticks.count)}
        </BusyButton>
      </div>
    </ActionForm>
  );
}

/** Shows the fault over the page for four seconds; the form itself keeps showing the fault. */
function useNotAdded({ reply }: ActionFormState) {
  useEffect(() => {
    const [first] = ["find", "by"].flatMap((name) => reply?.error?.[name] ?? []);
    if (first) showMessage({ text: notAdded(first), tone: "refused", seconds: SECONDS });
  }, [reply]);
}

function LookedInVain() {
  return (
    <p className="mt-1 text-13 font-semibold text-refused" role="status">
      No connection. These are your earlier results. Press Enter to search again.
    </p>
  );
}

function NoTeacher({ subject, closeTo }: { subject: string; closeTo: string }) {
  return (
    <>
      <NoticeBox icon="info" title={`No teacher has students who chose ${subject} yet.`} tone="plain">
        First open a teacher’s timetable and tick ‘only students who chose it’ for a lesson in {subject}. A
        lesson for the whole class already includes every student.
      </NoticeBox>
      <div className="flex justify-end">
        <DialogLink data-first-focus="" to={closeTo}>
          Close
        </DialogLink>
      </div>
    </>
  );
}
