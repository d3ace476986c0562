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
import {
  servedPhases,
  type Came,
  type NotDone,
  type RowPhase,
  summaryOf,
  SUMMARY_WORDS,
} from "./row-phase.ts";
import { TeacherClassForm } from "./classes/teacher-class-form.tsx";
import { leftWords, type Left } from "./timetable.rules.ts";
import {
  DEAN_CLASSES,
  MAY_NOT_BE_SAVED,
  TEACHER_CLASS,
  type Timetable,
  ADDING,
  FIRST_BLANK,
  NEW_LESSON,
} from "./timetable.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";

type TimetableDialogProps = {
  timetable: Timetable;
  /** Its own address, with one that has a blank row. */
  url: string;
  addUrl: string;
  closeTo: string;
  /** What came of a form that was posted without script. */
  posted: Came;
  /** Of a lesson that was taken out. */
  left: Left;
};

/** An employee's class and lessons over the list. */
export function TimetableDialog({ timetable, url, addUrl, closeTo, posted, left }: TimetableDialogProps) {
  const { employee, yearLabel, teacherClass, dean } = timetable;
  const { phases, fault, setFault, words, telling } = useTelling(left, servedPhases(timetable, posted));
  const blanks = useBlankRows(addUrl, posted);
  useUnsavedFields(() => unsavedParts(timetable, phases), employee.name);
  const served = (part: string) =>
    posted && "about" in posted && posted.about === part ? posted : undefined;
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
      <TeacherClassForm held={teacherClass} served={served(TEACHER_CLASS)} telling={telling} url={url} />
      {dean ? <DeanForm dean={dean} served={served(DEAN_CLASSES)} telling={telling} url={url} /> : null}
      <LessonsPanel blanks={blanks} served={served} telling={telling} timetable={timetable} url={url} />
      {fault ? <FaultModal {...fault} onClose={() => setFault(null)} /> : null}
    </RecordDialog>
  );
}

/** The parts that are not saved, by what they are called on the screen. */
function unsavedParts({ lessons }: Timetable, phases: Readonly<Record<string, RowPhase>>): string[] {
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
function useTelling(served: Left, first: Readonly<Record<string, RowPhase>>) {
  const [states, setStates] = useState(first);
  const [fault, setFault] = useState<Fault | null>(null);
  const [left, setLeft] = useState(served);

  const onPhase = useCallback((part: string, phase: RowPhase | null) => {
    setStates(({ [part]: _, ...others }) => (phase ? { ...others, [part]: phase } : others));
  }, []);
  const telling = useMemo(
    () => ({
      onPhase,
      onFault: (answer: NotDone) => setFault(faultShown(answer)),
      onLeft: setLeft,
    }),
    [onPhase],
  );
  return { phases: states, fault, setFault, words: leftWords(left), telling };
}

function faultShown(answer: NotDone): Fault {
  const words = "fault" in answer ? answer.fault : answer.words;
  return { title: capital(answer.status), words: sentence(words ?? MAY_NOT_BE_SAVED) };
}

function sentence(fault: string): string {
  const words = capital(fault);
  return words.endsWith(".") ? words : `${words}.`;
}

/** Rows for lessons that are not there yet; the page is served with one where its address or a refusal says so. */
function useBlankRows(addUrl: string, posted: Came): Blanks {
  const [query] = useSearchParams();
  const isRefused = posted !== undefined && "typed" in posted && posted.about === NEW_LESSON;
  const [parts, setParts] = useState<readonly string[]>(query.has(ADDING) || isRefused ? [FIRST_BLANK] : []);
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

type TimetableFootProps = { phases: Readonly<Record<string, RowPhase>>; children: ReactNode };

/** What became of everything, always in view, with the way to what needs somebody. */
function TimetableFoot({ phases, children }: TimetableFootProps) {
  const { phase, needs, words } = summaryOf(Object.values(phases));
  const [first] = Object.entries(phases).find(([, each]) => each === "refused") ?? [];
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
            {needs === 1 ? "1 needs you" : `${needs} need you`} ↑
          </a>
        ) : null}
      </p>
      <p className="ml-auto mr-2 text-muted max-md:hidden">{words}</p>
      <div className="max-md:ml-auto">{children}</div>
    </>
  );
}

function placeOf(part: string): string {
  if (part === TEACHER_CLASS) return "teacher-class";
  return part === DEAN_CLASSES ? "form-dean" : `lesson-${part}`;
}
