import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useSearchParams } from "@remix-run/react";
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
import { useRepliedForm } from "#ui/form/form-result.ts";
import { errorIn } from "#ui/form/use-saving-form.ts";
import { isSaved, phaseOfAll, type Phase, type Reply, type Telling } from "./timetable-part.ts";
import { TeacherClassForm } from "./classes/teacher-class-form.tsx";
import { leftWords, NOTHING_LEFT, type Left } from "./timetable.rules.ts";
import {
  ADDING,
  DEAN_CLASSES,
  FIRST_BLANK,
  NEW_LESSON,
  NOT_SAVED,
  TEACHER_CLASS,
  type Timetable,
} from "./timetable.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

type TimetableDialogProps = {
  timetable: Timetable;
  /** Its own address, with one that has a blank row. */
  url: string;
  addUrl: string;
  closeTo: string;
  /** Of a lesson that was taken out. */
  left: Left;
};

/** An employee's class and lessons over the list. */
export function TimetableDialog({ timetable, url, addUrl, closeTo, left }: TimetableDialogProps) {
  const { employee, yearLabel, teacherClass, dean } = timetable;
  const { phases, fault, setFault, words, telling } = useTelling(left, timetable);
  const blanks = useBlankRows(addUrl);
  useUnsavedFields(() => unsavedParts(timetable, phases), employee.name);
  return (
    <RecordDialog
      about={`Timetable, ${yearLabel}`}
      backLabel="Employees"
      closeTo={closeTo}
      foot={
        <TimetableFoot phases={phases}>
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
      <LessonsPanel blanks={blanks} telling={telling} timetable={timetable} url={url} />
      {fault ? <FaultModal {...fault} onClose={() => setFault(null)} /> : null}
    </RecordDialog>
  );
}

/** The parts that are not saved, by what they are called on the screen. */
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

/** What the parts of the dialog tell: their states, faults, and what is to be said. */
function useTelling(served: Left, timetable: Timetable) {
  const rejected = useRepliedForm();
  const [phases, setPhases] = useState(() => servedPhases(timetable, rejected));
  const [fault, setFault] = useState<Fault | null>(null);
  const [left, setLeft] = useState(served);

  const onPhase = useCallback((part: string, phase: Phase | null) => {
    setPhases(({ [part]: _, ...others }) => (phase ? { ...others, [part]: phase } : others));
  }, []);
  const onReply = useCallback((reply: Reply) => {
    if (isSaved(reply)) setLeft(reply.reply?.result ?? NOTHING_LEFT);
    else setFault(faultIn(reply));
  }, []);
  const telling = useMemo<Telling>(() => ({ onPhase, onReply }), [onPhase, onReply]);
  return { phases, fault, setFault, words: leftWords(left), telling };
}

/** The states that the page is served with. @param rejected the form that was posted without script, and not saved */
function servedPhases(
  { lessons, teacherClass, dean }: Timetable,
  rejected: string | null,
): Readonly<Record<string, Phase>> {
  const phases: Record<string, Phase> = { [TEACHER_CLASS]: teacherClass.value === "" ? "blank" : "saved" };
  if (dean) phases[DEAN_CLASSES] = dean.chosen.length === 0 ? "blank" : "saved";
  for (const { lessonId } of lessons) phases[lessonId] = "saved";
  if (rejected !== null) phases[rejected] = "refused";
  return phases;
}

/** A reply about the whole form is that somebody else was first, and one about a field that it cannot be saved. */
function faultIn({ reply, failure }: Reply): Fault {
  if (failure) return { title: capital(failure.status), words: sentence(failure.words ?? MAY_NOT_BE_SAVED) };
  const { field, message } = errorIn(reply) ?? { field: "", message: MAY_NOT_BE_SAVED };
  return { title: field === "" ? "409 Conflict" : "422 Unprocessable Entity", words: sentence(message) };
}

const MAY_NOT_BE_SAVED = "It may not be saved. Look at the list, and try again.";

function sentence(fault: string): string {
  const words = capital(fault);
  return words.endsWith(".") ? words : `${words}.`;
}

/** Rows for lessons that are not there yet; the page is served with one where its address or a refusal says so. */
function useBlankRows(addUrl: string): Blanks {
  const [query] = useSearchParams();
  const isAdding = useRepliedForm() === FIRST_BLANK || query.has(ADDING);
  const [parts, setParts] = useState<readonly string[]>(isAdding ? [FIRST_BLANK] : []);
  const [made, setMade] = useState(1);

  function add() {
    setMade(made + 1);
    setParts([`${NEW_LESSON}-${made}`, ...parts]);
  }

  function remove(part: string) {
    setParts((now) => now.filter((each) => each !== part));
  }

  return { parts, addUrl, add, remove };
}

type TimetableFootProps = { phases: Readonly<Record<string, Phase>>; children: ReactNode };

/** What became of everything, always in view, with the way to what needs somebody. */
function TimetableFoot({ phases, children }: TimetableFootProps) {
  const all = Object.values(phases);
  const phase = phaseOfAll(all);
  const [first, ...more] = Object.keys(phases).filter((part) => phases[part] === "refused");
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
            {more.length === 0 ? "1 needs you" : `${more.length + 1} need you`} ↑
          </a>
        ) : null}
      </p>
      <p className="ml-auto mr-2 text-muted max-md:hidden">{countWords(all)}</p>
      <div className="max-md:ml-auto">{children}</div>
    </>
  );
}

const SUMMARY_WORDS: Readonly<Record<Phase, string>> = {
  blank: "Each change saves by itself",
  saved: "Saved",
  typing: NOT_SAVED,
  saving: "Saving",
  refused: "Error Occured",
};

/** `1 saving, 7 saved`. */
function countWords(phases: readonly Phase[]): string {
  const counted = (["typing", "saving", "saved"] as const).flatMap((phase) => {
    const count = phases.filter((each) => each === phase).length;
    return count > 0 ? [`${count} ${phase === "typing" ? "not saved" : phase}`] : [];
  });
  return counted.join(", ");
}

function placeOf(part: string): string {
  if (part === TEACHER_CLASS) return "teacher-class";
  return part === DEAN_CLASSES ? "form-dean" : `lesson-${part}`;
}
