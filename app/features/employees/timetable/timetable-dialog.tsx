import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useActionData, useSearchParams } from "@remix-run/react";
import type { FormReply } from "#domain/form-reply.ts";
import { capital } from "#domain/text/capital.ts";
import { Button } from "#ui/form/button.tsx";
import { useUnsavedFields } from "#ui/form/leave/leave-guards.ts";
import { PersonCircle } from "#ui/list/person-circle.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { DeanForm } from "./classes/dean-form.tsx";
import { AddSubject, LessonsPanel, type Blanks } from "./lessons/lessons-panel.tsx";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { useFormReply, useRepliedForm } from "#ui/form/form-result.ts";
import type { Choice } from "#ui/form/select-field.tsx";
import { errorIn } from "#ui/form/use-saving-form.ts";
import {
  isSaved,
  phaseOfAll,
  type Phase,
  type Reply,
  type TimetablePartCallbacks,
} from "./timetable-part.ts";
import { TeacherClassForm } from "./classes/teacher-class-form.tsx";
import { describeRemaining, NOTHING_LEFT, type RemainingEntries } from "./timetable.rules.ts";
import {
  ADDING,
  DEAN_CLASSES,
  FIRST_BLANK,
  INTENTS,
  NEW_LESSON,
  NOT_SAVED,
  TEACHER_CLASS,
  type Timetable,
} from "./timetable.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

type TimetableDialogProps = {
  timetable: Timetable;
  /** The address of the dialog; `addUrl` is the same with a blank row. */
  url: string;
  addUrl: string;
  closeTo: string;
  /** The counts for a lesson that was deleted. */
  left: RemainingEntries;
};

/** An employee's class and lessons over the list. */
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
            <AddSubject blanks={blanks} />
          </span>
        </TimetableFoot>
      }
      picture={<PersonCircle initials={employee.initials} size={64} src={employee.picture} />}
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

/** Returns the names, as on the screen, of the parts that are not saved. */
function unsavedParts({ lessons }: Timetable, phases: Readonly<Record<string, Phase>>): string[] {
  const parts = Object.entries(phases).filter(([, phase]) => phase === "typing" || phase === "refused");
  return parts.map(([part]) => {
    if (part === TEACHER_CLASS) return "Teacher Class";
    if (part === DEAN_CLASSES) return "Form Dean";
    const lesson = lessons.find(({ lessonId }) => String(lessonId) === part);
    return lesson ? `${lesson.subject}, ${lesson.classLabel}` : "New lesson";
  });
}

type Fault = { title: string; words: string };

/** The server's answer in a modal under its status; the row keeps the words. */
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

/** Collects the states, faults and messages that the parts of the dialog report. */
function useTelling(served: RemainingEntries, timetable: Timetable) {
  const rejected = useRepliedForm() ?? "";
  const { reply: servedReply } = useFormReply<RemainingEntries>(rejected, useActionData());
  const [phases, setPhases] = useState(() => servedPhases(timetable, rejected));
  const [fault, setFault] = useState<Fault | null>(null);
  const [refusals, setRefusals] = useState<readonly FormReply[]>(servedReply?.error ? [servedReply] : []);
  const [left, setLeft] = useState(served);

  const onPhase = useCallback((part: string, phase: Phase | null) => {
    setPhases(({ [part]: _, ...others }) => (phase ? { ...others, [part]: phase } : others));
  }, []);
  const onReply = useCallback((reply: Reply) => {
    if (isSaved(reply)) setLeft(reply.reply?.result ?? NOTHING_LEFT);
    else setFault(faultIn(reply));
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
    words: describeRemaining(left),
    telling,
  };
}

/** A lesson whose change was refused and whose row is gone, and what had been chosen in it. */
type GoneLesson = { formId: string; was: string; chosen: string; reason: string };

function goneIn(refusals: readonly FormReply[], { lessons, subjects, classes }: Timetable): GoneLesson[] {
  const gone = refusals.filter(
    ({ formId, initialValue }) =>
      isLesson(formId) &&
      initialValue?.intent === INTENTS.saveLesson &&
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
      chosen: sent?.by_choice === "on" ? `${chosen}, only students who chose it` : chosen,
      reason: errorIn(reply)?.message ?? "",
    };
  });
}

/** The form of a stored lesson has the lesson's id as its name. */
function isLesson(part: string): boolean {
  return /^\d+$/.test(part);
}

function labelOf(choices: readonly Choice[], wanted: string | undefined): string {
  return choices.find(({ value }) => value === wanted)?.label ?? "no longer in the list";
}

/** Says what had been chosen in rows that are gone, so that it can be chosen again. */
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
 * Returns the states of the parts as the page is served. @param rejected the form that was posted without script and
 * refused
 */
function servedPhases(
  { lessons, teacherClass, dean }: Timetable,
  rejected: string,
): Readonly<Record<string, Phase>> {
  const phases: Record<string, Phase> = { [TEACHER_CLASS]: teacherClass.value === "" ? "blank" : "saved" };
  if (dean) phases[DEAN_CLASSES] = dean.chosen.length === 0 ? "blank" : "saved";
  for (const { lessonId } of lessons) phases[lessonId] = "saved";
  const isShown = rejected in phases || rejected === FIRST_BLANK;
  if (isShown) phases[rejected] = "refused";
  return phases;
}

/** An error of the whole form means that somebody else was first; an error of a field, that it cannot be saved. */
function faultIn({ reply, failure }: Reply): Fault {
  if (failure) return { title: capital(failure.status), words: sentence(failure.words ?? MAY_NOT_BE_SAVED) };
  const { field, message } = errorIn(reply) ?? { field: "", message: MAY_NOT_BE_SAVED };
  return { title: field === "" ? "409 Conflict" : "422 Unprocessable Entity", words: sentence(message) };
}

const MAY_NOT_BE_SAVED =
  "The server did not answer, so your change may not be saved. Check the list, then try again.";

function sentence(fault: string): string {
  const words = capital(fault);
  return words.endsWith(".") ? words : `${words}.`;
}

/** Goes on counting when the dialog is opened again, because a request from an earlier row may still be under way. */
let rowsMade = 0;

/** The rows of new lessons. The page is served with one if its address or a refusal asks for it. */
function useBlankRows(addUrl: string): Blanks {
  const [query] = useSearchParams();
  const isAdding = useRepliedForm() === FIRST_BLANK || query.has(ADDING);
  const [parts, setParts] = useState<readonly string[]>(isAdding ? [FIRST_BLANK] : []);

  function add() {
    rowsMade += 1;
    setParts([`${NEW_LESSON}-${rowsMade}`, ...parts]);
  }

  function remove(part: string) {
    setParts((now) => now.filter((item) => item !== part));
  }

  return { parts, addUrl, add, remove };
}

type TimetableFootProps = {
  phases: Readonly<Record<string, Phase>>;
  /** Whether changes of lessons were refused whose rows are gone. */
  hasGone: boolean;
  children: ReactNode;
};

/** The state of all parts, always in view, with a link to the first part that needs attention. */
function TimetableFoot({ phases, hasGone, children }: TimetableFootProps) {
  const all = Object.values(phases);
  const phase = phaseOfAll(hasGone ? [...all, "refused"] : all);
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

const SUMMARY_WORDS: Readonly<Record<Phase, string>> = {
  blank: "Each change is saved automatically",
  saved: "Saved",
  typing: NOT_SAVED,
  saving: "Saving",
  refused: "Error Occured",
};

/** `1 saving, 7 saved`. */
function countWords(phases: readonly Phase[]): string {
  const counted = (["typing", "saving", "saved"] as const).flatMap((phase) => {
    const count = phases.filter((item) => item === phase).length;
    return count > 0 ? [`${count} ${phase === "typing" ? "not saved" : phase}`] : [];
  });
  return counted.join(", ");
}

function placeOf(part: string): string {
  if (part === TEACHER_CLASS) return "teacher-class";
  if (part === GONE_LESSONS) return part;
  return part === DEAN_CLASSES ? "form-dean" : `lesson-${part}`;
}
