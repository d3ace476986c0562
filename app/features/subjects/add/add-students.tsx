import { useFetcher } from "@remix-run/react";
import { useEffect, type FormEvent, useRef, useState } from "react";
import type { FormReply } from "#domain/form-reply.ts";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm, type ActionFormState } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { SelectField, TextField } from "#ui/form/fields/fields.tsx";
import { isFailure, type RequestFailure } from "#ui/form/form-result.ts";
import { useEachResponse } from "#ui/loading/use-each-response.ts";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { showMessage } from "#ui/overlay/messages.ts";
import { DialogLink } from "#ui/overlay/dialog-link.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import {
  formatAddButton,
  CHECK_LIST_HINT,
  describeNotAdded,
  parseCandidateSearch,
} from "../assignment.rules.ts";
import type {
  AddStudentsInput,
  SubjectCandidatesView,
  SubjectCandidateView,
  WholeClassView,
} from "./add.server.ts";

const SECONDS = 4;

/** Adds students to a subject, by name or by whole class. The button shows how many students it will add. */
export function AddStudentsDialog({ found }: { found: SubjectCandidatesView }) {
  const { subject, year, teachers, closeTo } = found;
  return (
    <Dialog className="min-w-0" closeTo={closeTo} title="Add Student">
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

function AddForm({ found }: { found: SubjectCandidatesView }) {
  const [form, fields] = useActionForm<AddStudentsInput>("add-students", {
    find: found.find,
    by: found.employeeId,
  });
  const { shown, ticks, find, isLost, isLooking } = useCandidates(found, form.reply);
  useNotAdded(form);

  /** Makes Enter start a search, because only the button may add students. */
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
      unansweredHint={CHECK_LIST_HINT}
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
      <p className="text-13 text-muted">Marks already entered in {shown.subject.title} stay as they are.</p>
      <div className="grid auto-cols-fr grid-flow-col gap-2 md:flex md:justify-end">
        <DialogLink to={shown.closeTo}>Cancel</DialogLink>
        <BusyButton busy="Adding" intent="add">
          {formatAddButton(ticks.count)}
        </BusyButton>
      </div>
    </ActionForm>
  );
}

/** Shows the error over the page for a few seconds. The form shows it permanently. */
function useNotAdded({ reply }: ActionFormState) {
  useEffect(() => {
    const [first] = ["find", "by"].flatMap((name) => reply?.error?.[name] ?? []);
    if (first) showMessage({ text: describeNotAdded(first), tone: "refused", seconds: SECONDS });
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
        First open a teacher’s timetable and select ‘only students who chose the subject’ for a lesson in{" "}
        {subject}. A lesson for the whole class already includes every student.
      </NoticeBox>
      <div className="flex justify-end">
        <DialogLink data-first-focus="" to={closeTo}>
          Close
        </DialogLink>
      </div>
    </>
  );
}

type CandidateListProps = { shown: SubjectCandidatesView; ticks: Ticks };

/** Lists whole classes, then students. A student who already has the subject is marked and cannot be ticked. */
function CandidateList({ shown, ticks }: CandidateListProps) {
  const { find, students, classes, subject, more } = shown;
  if (students.length === 0 && classes.length === 0) {
    return (
      <p className="mt-2 text-13 text-muted" role="status">
        {find === "" ? "Type part of a name, or a class." : `No students or classes match “${find}”.`}
      </p>
    );
  }
  return (
    <div
      className="max-h-72 overflow-y-auto rounded-sm border border-field bg-paper"
      role="group"
      aria-label="Students"
    >
      {classes.map((held) => (
        <ClassLine held={held} key={`c${held.classId}`} subject={subject.short} ticks={ticks} />
      ))}
      {students.map((student) => (
        <StudentLine
          inClass={classes.some(
            (held) => ticks.classes.has(held.classId) && held.label === student.className,
          )}
          key={student.key}
          student={student}
          subject={subject.short}
          ticks={ticks}
        />
      ))}
      {[...ticks.students]
        .filter((key) => !students.some((student) => student.key === key))
        .map((key) => (
          <input key={`h${key}`} name={`s-${key}`} type="hidden" value="on" />
        ))}
      {more ? (
        <p className="border-t px-3 py-2 text-13 text-muted">More students match. Type more of the name.</p>
      ) : null}
    </div>
  );
}

const CANDIDATE = "flex min-h-11 items-center gap-3 border-b px-3 py-1.5";

type ClassLineProps = { held: WholeClassView; subject: string; ticks: Ticks };

function ClassLine({ held: { classId, label, students }, subject, ticks }: ClassLineProps) {
  return (
    <label className={`${CANDIDATE} border-b-rule bg-cream-2 font-semibold`}>
      <TickBox
        checked={ticks.classes.has(classId)}
        className="tick"
        name={`c-${classId}`}
        onTick={(isTicked) => ticks.tickClass(classId, isTicked)}
      />
      <span>
        The whole class {label}, {students} without {subject}
      </span>
    </label>
  );
}

type StudentLineProps = {
  student: SubjectCandidateView;
  subject: string;
  ticks: Ticks;
  /** Whether the student's class is ticked, and therefore the student too. */
  inClass: boolean;
};

function StudentLine({ student, subject, ticks, inClass }: StudentLineProps) {
  const { key, name, className, picture, isAssigned } = student;
  return (
    <label className={CANDIDATE}>
      <TickBox
        checked={!isAssigned && (inClass || ticks.students.has(key))}
        className="tick"
        disabled={isAssigned || inClass}
        name={`s-${key}`}
        onTick={(isTicked) => ticks.tickStudent(key, isTicked)}
      />
      <StudentPicture name={name} size={32} src={picture} studentId={key} />
      <span className={isAssigned ? "min-w-0 grow break-words text-muted" : "min-w-0 grow break-words"}>
        {name}
      </span>
      <span className="text-13 text-muted">{isAssigned ? `Has ${subject}` : className}</span>
    </label>
  );
}

const PAUSE_MS = 250;

type Ticks = {
  students: ReadonlySet<number>;
  classes: ReadonlySet<number>;
  /** The number of students who are ticked, alone or with their class. */
  count: number;
  tickStudent: (key: number, isTicked: boolean) => void;
  tickClass: (classId: number, isTicked: boolean) => void;
};

/** Searches while the person types. Ticked students stay ticked, whatever is searched for next. */
function useCandidates(found: SubjectCandidatesView, reply: FormReply | null) {
  const fetcher = useFetcher<SubjectCandidatesView | RequestFailure>();
  const [shown, setShown] = useState(found);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const ticks = useTicks(shown, reply);
  const came = fetcher.data;

  useEffect(() => {
    // Searches again after a response, because a ticked student may already have the subject by now.
    if (reply) find(shown.find, 0);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [reply]);
  useEachResponse(came, (answer) => {
    if (!isFailure(answer)) setShown(answer);
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  function find(words: string, pause = PAUSE_MS) {
    const query = new URLSearchParams(location.search);
    query.set("find", words);
    for (const key of ticks.students) query.set(`s-${key}`, "on");
    for (const key of ticks.classes) query.set(`c-${key}`, "on");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => fetcher.load(`${location.pathname}?${query}`), pause);
  }

  return { shown, ticks, find, isLost: isFailure(came), isLooking: fetcher.state !== "idle" };
}

/** Tracks the ticked students and classes. After a rejected form, they start with the ticks of the form. */
function useTicks(shown: SubjectCandidatesView, reply: FormReply | null): Ticks {
  const sent =
    reply && parseCandidateSearch(new URLSearchParams(reply.initialValue as Record<string, string>));
  const [chosen, setStudents] = useState(sent ? new Set(sent.studentKeys) : chosenStudents(shown));
  const [classes, setClasses] = useState(sent ? new Set(sent.classIds) : chosenClasses(shown));
  const has = new Set(shown.students.filter(({ isAssigned }) => isAssigned).map(({ key }) => key));
  const students = new Set([...chosen].filter((key) => !has.has(key)));
  const whole = shown.classes.filter(({ classId }) => classes.has(classId));
  const labels = new Set(whole.map(({ label }) => label));
  const covered = shown.students.filter(({ key, className }) => students.has(key) && labels.has(className));
  return {
    students,
    classes,
    count: whole.reduce((sum, item) => sum + item.students, students.size - covered.length),
    tickStudent: (key, isTicked) => setStudents((before) => toggled(before, key, isTicked)),
    tickClass: (classId, isTicked) => setClasses((before) => toggled(before, classId, isTicked)),
  };
}

function chosenStudents({ students }: SubjectCandidatesView): ReadonlySet<number> {
  return new Set(students.filter(({ isChosen }) => isChosen).map(({ key }) => key));
}

function chosenClasses({ classes }: SubjectCandidatesView): ReadonlySet<number> {
  return new Set(classes.filter(({ isChosen }) => isChosen).map(({ classId }) => classId));
}

function toggled(all: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const others = [...all].filter((item) => item !== id);
  return new Set(isIn ? [...others, id] : others);
}
