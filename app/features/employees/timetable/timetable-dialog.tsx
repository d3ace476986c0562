import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useActionData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "#domain/form-reply.ts";
import { UNDO_SECONDS } from "#domain/messages.ts";
import { capitalise } from "#domain/text/capital.ts";
import { Button } from "#ui/form/button.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { PersonAvatar } from "#ui/list/person-circle.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { DeanForm } from "./classes/dean-form.tsx";
import { AddSubjectButton, LessonsPanel, type BlankLessonRows } from "./lessons/lessons-panel.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { MAY_NOT_BE_SAVED, NO_ANSWER_MESSAGE, useFormReply, useRepliedForm } from "#ui/form/form-result.ts";
import type { SelectOption } from "#ui/form/select-field.tsx";
import { findFirstError } from "#ui/form/use-saving-form.ts";
import {
  isTimetableReplySaved,
  mostUrgentPhase,
  type TimetablePartPhase,
  type TimetableReply,
  type TimetablePartCallbacks,
} from "./timetable-part.ts";
import { TeacherClassForm } from "./classes/teacher-class-form.tsx";
import {
  describeDeletedLessons,
  describeAffectedStudents,
  NO_AFFECTED_STUDENTS,
  type AffectedStudentCounts,
  type TimetableReplyValue,
} from "./timetable.rules.ts";
import {
  ADD_LESSON_PARAM,
  DEAN_CLASSES_FORM,
  FIRST_BLANK_LESSON_FORM_NAME,
  TIMETABLE_INTENTS,
  NEW_LESSON_FORM_NAME,
  NOT_SAVED_YET,
  TEACHER_CLASS_FORM,
  type Timetable,
} from "./timetable.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

type TimetableDialogProps = {
  timetable: Timetable;
  /** The URL of the dialog; `addUrl` is the same with a blank row. */
  url: string;
  addUrl: string;
  closeTo: string;
  left: AffectedStudentCounts;
};

/** Shows an employee's class and lessons, in a dialog over the list. */
export function TimetableDialog({ timetable, url, addUrl, closeTo, left }: TimetableDialogProps) {
  const { employee, yearLabel, teacherClass, dean } = timetable;
  const { phases, fault, setFault, gone, words, telling } = useTelling(left, timetable);
  const blanks = useBlankRows(addUrl);
  useUnsavedFields(() => unsavedParts(timetable, phases), employee.name);
  return (
    <RecordDialog
      about={`Timetable, ${yearLabel}`}
      backLabel="Employees"
      closeTo={closeTo}
      foot={
        <TimetableFoot hasGone={gone.length > 0} phases={phases}>
          <DialogLink className="max-md:hidden" to={closeTo}>
            Close
          </DialogLink>
          <span className="md:hidden">
            <AddSubjectButton blanks={blanks} />
          </span>
        </TimetableFoot>
      }
      picture={<PersonAvatar initials={employee.initials} size={64} src={employee.picture} />}
      title={employee.name}
    >
      <div aria-live="polite">
        {words ? (
          <NoticeBox className="mb-3" icon="info" tone="plain">
            {words}
          </NoticeBox>
        ) : null}
      </div>
      <TeacherClassForm held={teacherClass} telling={telling} url={url} />
      {dean ? <DeanForm dean={dean} telling={telling} url={url} /> : null}
      <GoneLessons lessons={gone} />
      <LessonsPanel blanks={blanks} telling={telling} timetable={timetable} url={url} />
      {fault ? <FaultModal {...fault} onClose={() => setFault(null)} /> : null}
    </RecordDialog>
  );
}

/** Returns the titles of the unsaved parts of the dialog. */
function unsavedParts(
  { lessons }: Timetable,
  phases: Readonly<Record<string, TimetablePartPhase>>,
): string[] {
  const parts = Object.entries(phases).filter(([, phase]) => phase === "typing" || phase === "refused");
  return parts.map(([part]) => {
    if (part === TEACHER_CLASS_FORM) return "Teacher Class";
    if (part === DEAN_CLASSES_FORM) return "Form Dean";
    const lesson = lessons.find(({ lessonId }) => String(lessonId) === part);
    return lesson ? `${lesson.subject}, ${lesson.classLabel}` : "New lesson";
  });
}

type Fault = { title: string; words: string };

/** Shows the server's error message in a dialog, in addition to the text in the row. */
function FaultModal({ title, words, onClose }: Fault & { onClose: () => void }) {
  const close = (
    <Button data-first-focus="" onClick={onClose} type="button">
      OK
    </Button>
  );
  return (
    <Modal actions={close} onCancel={onClose} title={title}>
      <p>{words}</p>
    </Modal>
  );
}

/** Collects the save states, errors and messages that the parts of the dialog report. */
function useTelling(served: AffectedStudentCounts, timetable: Timetable) {
  const rejected = useRepliedForm() ?? "";
  const { reply: servedReply } = useFormReply<TimetableReplyValue>(rejected, useActionData());
  const [phases, setPhases] = useState(() => servedPhases(timetable, rejected));
  const [fault, setFault] = useState<Fault | null>(null);
  const [refusals, setRefusals] = useState<readonly FormReply[]>(servedReply?.error ? [servedReply] : []);
  const [left, setLeft] = useState(served);

  const onPhase = useCallback((part: string, phase: TimetablePartPhase | null) => {
    setPhases(({ [part]: _, ...others }) => (phase ? { ...others, [part]: phase } : others));
  }, []);
  const onReply = useCallback((reply: TimetableReply) => {
    if (isTimetableReplySaved(reply)) {
      const { deleted = null, ...remaining } = reply.reply?.result ?? NO_DELETION;
      setLeft(remaining);
      if (deleted)
        showMessage({
          text: describeDeletedLessons(deleted),
          tone: "done",
          seconds: UNDO_SECONDS,
          undo: deleted.undo,
        });
    }
    if (!isTimetableReplySaved(reply)) setFault(faultIn(reply));
    const last = reply.failure ? null : reply.reply;
    if (!last) return;
    setRefusals((all) => [
      ...all.filter(({ formId }) => formId !== last.formId),
      ...(last.error ? [last] : []),
    ]);
  }, []);
  const telling = useMemo<TimetablePartCallbacks>(() => ({ onPhase, onReply }), [onPhase, onReply]);
  return {
    phases,
    fault,
    setFault,
    gone: goneIn(refusals, timetable),
    words: describeAffectedStudents(left),
    telling,
  };
}

const NO_DELETION: TimetableReplyValue = { ...NO_AFFECTED_STUDENTS, deleted: null };

/** A lesson whose change was refused and whose row has disappeared, with the values chosen in it. */
type GoneLesson = { formId: string; was: string; chosen: string; reason: string };

function goneIn(refusals: readonly FormReply[], { lessons, subjects, classes }: Timetable): GoneLesson[] {
  const gone = refusals.filter(
    ({ formId, initialValue }) =>
      isLesson(formId) &&
      initialValue?.intent === TIMETABLE_INTENTS.saveLesson &&
      !lessons.some(({ lessonId }) => String(lessonId) === formId),
  );
  return gone.map((reply) => {
    const sent = reply.initialValue as Readonly<Record<string, string | undefined>> | undefined;
    const nameOf = (subject: string | undefined, ofClass: string | undefined) =>
      [labelOf(subjects, subject), labelOf(classes, ofClass)].join(", ");
    const chosen = nameOf(sent?.subject_id, sent?.class_id);
    return {
      formId: reply.formId,
      was: nameOf(sent?.was_subject, sent?.was_class),
      chosen: sent?.by_choice === "on" ? `${chosen}, only students who chose the subject` : chosen,
      reason: findFirstError(reply)?.message ?? "",
    };
  });
}

function isLesson(part: string): boolean {
  return /^\d+$/.test(part);
}

function labelOf(choices: readonly SelectOption[], wanted: string | undefined): string {
  return choices.find(({ value }) => value === wanted)?.label ?? "no longer in the list";
}

/** Shows the values chosen in rows that have disappeared, so that they can be chosen again. */
function GoneLessons({ lessons }: { lessons: readonly GoneLesson[] }) {
  if (lessons.length === 0) return null;
  return (
    <div id={GONE_LESSONS}>
      <ErrorSummary className="my-3" takesFocus={false} title="Your change was not saved">
        {lessons.map(({ formId, was, chosen, reason }) => (
          <p key={formId}>
            {was}: {sentence(reason)} You had chosen: {chosen}.
          </p>
        ))}
      </ErrorSummary>
    </div>
  );
}

const GONE_LESSONS = "gone-lessons";

/**
 * Returns the save states of the parts when the page is loaded.
 * @param rejected the form that was sent without JavaScript and refused
 */
function servedPhases(
  { lessons, teacherClass, dean }: Timetable,
  rejected: string,
): Readonly<Record<string, TimetablePartPhase>> {
  const phases: Record<string, TimetablePartPhase> = {
    [TEACHER_CLASS_FORM]: teacherClass.value === "" ? "blank" : "saved",
  };
  if (dean) phases[DEAN_CLASSES_FORM] = dean.chosen.length === 0 ? "blank" : "saved";
  for (const { lessonId } of lessons) phases[lessonId] = "saved";
  const isShown = rejected in phases || rejected === FIRST_BLANK_LESSON_FORM_NAME;
  if (isShown) phases[rejected] = "refused";
  return phases;
}

/**
 * Returns the title and text of an error. An error of the whole form means that a colleague has changed the timetable;
 * an error of a field means that its value cannot be saved.
 */
function faultIn({ reply, failure }: TimetableReply): Fault {
  const error = failure ? null : findFirstError(reply);
  if (error)
    return {
      title: error.field === "" ? CHANGED_BY_OTHERS : CANNOT_BE_SAVED,
      words: sentence(error.message),
    };
  if (!failure?.words)
    return { title: NO_ANSWER_MESSAGE, words: `${MAY_NOT_BE_SAVED} Check the list, then try again.` };
  return { title: `Not saved (${failure.status})`, words: sentence(failure.words) };
}

/** Each title says what happened in plain words, then gives the HTTP status. */
const CHANGED_BY_OTHERS = "Somebody else changed this lesson (409 Conflict)";
const CANNOT_BE_SAVED = "This change cannot be saved (422 Unprocessable Entity)";

function sentence(fault: string): string {
  const words = capitalise(fault);
  return words.endsWith(".") ? words : `${words}.`;
}

/**
 * The number of rows created so far, which gives each row a unique name. It is not reset when the dialog is reopened,
 * because a request of an earlier row may still be pending.
 */
let rowsMade = 0;

/**
 * Manages the rows for new lessons. The page starts with one row if its URL asks for one or a new lesson was refused.
 */
function useBlankRows(addUrl: string): BlankLessonRows {
  const [query] = useSearchParams();
  const isAdding = useRepliedForm() === FIRST_BLANK_LESSON_FORM_NAME || query.has(ADD_LESSON_PARAM);
  const [parts, setParts] = useState<readonly string[]>(isAdding ? [FIRST_BLANK_LESSON_FORM_NAME] : []);

  function add() {
    rowsMade += 1;
    setParts([`${NEW_LESSON_FORM_NAME}-${rowsMade}`, ...parts]);
  }

  function remove(part: string) {
    setParts((now) => now.filter((item) => item !== part));
  }

  return { parts, addUrl, add, remove };
}

type TimetableFootProps = {
  phases: Readonly<Record<string, TimetablePartPhase>>;
  /** Whether refused changes belong to lessons whose rows have disappeared. */
  hasGone: boolean;
  children: ReactNode;
};

/**
 * The footer, always in view. It shows the save state of all parts and links to the first part that needs attention.
 */
function TimetableFoot({ phases, hasGone, children }: TimetableFootProps) {
  const all = Object.values(phases);
  const phase = mostUrgentPhase(hasGone ? [...all, "refused"] : all);
  const refused = Object.keys(phases).filter((part) => phases[part] === "refused");
  const [first, ...more] = hasGone ? [GONE_LESSONS, ...refused] : refused;
  return (
    <>
      <p
        className="flex min-w-0 flex-wrap items-center gap-x-4 max-md:flex-1 max-md:flex-col max-md:items-start"
        role="status"
      >
        <SaveStatus kind={phase} size={15}>
          {SUMMARY_WORDS[phase]}
        </SaveStatus>
        {first ? (
          <a className="inline-flex min-h-6 items-center font-semibold" href={`#${placeOf(first)}`}>
            {more.length === 0 ? "1 needs attention" : `${more.length + 1} need attention`} ↑
          </a>
        ) : null}
      </p>
      <p className="ml-auto mr-2 text-muted max-md:hidden">{countWords(all)}</p>
      <div className="max-md:ml-auto">{children}</div>
    </>
  );
}

const SUMMARY_WORDS: Readonly<Record<TimetablePartPhase, string>> = {
  blank: "Each change is saved automatically",
  saved: "Saved",
  typing: NOT_SAVED_YET,
  saving: "Saving",
  refused: "Error Occured",
};

/** Returns text such as `1 saving, 7 saved`. */
function countWords(phases: readonly TimetablePartPhase[]): string {
  const counted = (["typing", "saving", "saved"] as const).flatMap((phase) => {
    const count = phases.filter((item) => item === phase).length;
    return count > 0 ? [`${count} ${phase === "typing" ? "not saved" : phase}`] : [];
  });
  return counted.join(", ");
}

function placeOf(part: string): string {
  if (part === TEACHER_CLASS_FORM) return "teacher-class";
  if (part === GONE_LESSONS) return part;
  return part === DEAN_CLASSES_FORM ? "form-dean" : `lesson-${part}`;
}
