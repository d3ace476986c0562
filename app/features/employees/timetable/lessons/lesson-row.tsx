import { Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { FORM_ID_FIELD } from "#domain/form-reply.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button } from "#ui/form/button.tsx";
import type { SelectOption } from "#ui/form/select-field.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { substituteUrl } from "../params.rules.ts";
import {
  isTimetableReplySaved,
  useTimetablePart,
  type TimetablePartPhase,
  type TimetableReply,
  type TimetablePartCallbacks,
} from "../timetable-part.ts";
import { TIMETABLE_INTENTS, WARNED_LESSON_FIELD, type TimetableLesson } from "../timetable.ts";
import { findFirstError } from "#ui/form/use-saving-form.ts";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";

type LessonRowProps = {
  telling: TimetablePartCallbacks;
  /** The stored lesson, or null for a new row. */
  lesson: TimetableLesson | null;
  part: string;
  url: string;
  subjects: readonly SelectOption[];
  classes: readonly SelectOption[];
  /** Removes an unsaved row: a link to the page without it or, with JavaScript, a function. */
  removal?: { to: string; remove: () => void };
};

const BEING_TYPED = "bg-lit border-red [box-shadow:inset_4px_0_0_theme(colors.red.DEFAULT)]";

const ROW_LOOKS: Record<TimetablePartPhase, string> = {
  saved: "bg-paper",
  saving: "bg-paper",
  blank: BEING_TYPED,
  typing: BEING_TYPED,
  refused: "bg-refused-wash",
};

const FIELD_LOOKS: Record<TimetablePartPhase, string> = {
  saved: "",
  saving: "border-dashed",
  blank: "",
  typing: "",
  refused: "border-2 border-refused",
};

/** A lesson of the timetable. The row is saved as soon as it has both a subject and a class. */
export function TimetableLessonRow({ lesson, part, url, removal, telling, ...choices }: LessonRowProps) {
  const [isBegun, setBegun] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { phase, reply, typed, words, send, onSubmit } = useTimetablePart({
    part,
    url,
    resting: lesson ? "saved" : isBegun ? "typing" : "blank",
    telling,
    basedOn: savedLesson,
    questions: QUESTIONS,
    onLastReply: (isDone) => {
      if (isDone) removal?.remove();
    },
  });
  const chosen = {
    subject: typed?.subject_id ?? textOf(lesson?.subjectId),
    class: typed?.class_id ?? textOf(lesson?.classId),
    byChoice: typed ? typed.by_choice === "on" : (lesson?.byChoice ?? false),
  };
  const error = findFirstError(reply);
  const question = phase === "typing" && error?.field === WARNED_LESSON_FIELD ? error.message : null;
  const told = question ? `${chosen.subject}-${chosen.class}` : "";
  const name = lesson ? `${lesson.subject}, ${lesson.classLabel}` : "New lesson";
  const look = joinClassNames("field-box min-h-[34px] px-2 touch:min-h-11", FIELD_LOOKS[phase]);

  function change() {
    if (!form.current) return;
    const { subject_id: subject, class_id: ofClass } = Object.fromEntries(new FormData(form.current));
    setBegun(Boolean(subject) !== Boolean(ofClass));
    if (subject && ofClass) send(form.current, { intent: TIMETABLE_INTENTS.saveLesson });
  }

  return (
    <li className={joinClassNames("border-b", ROW_LOOKS[phase])} id={`lesson-${part}`}>
      <form
        action={url}
        aria-label={name}
        className="lesson-grid px-4 py-1.5 md:px-3"
        data-state={phase}
        method="post"
        onSubmit={onSubmit}
        ref={form}
      >
        <AuthorField savesItself />
        <input name={FORM_ID_FIELD} type="hidden" value={part} />
        <input name="was_subject" type="hidden" value={textOf(lesson?.subjectId)} />
        <input name="was_class" type="hidden" value={textOf(lesson?.classId)} />
        <input name={WARNED_LESSON_FIELD} type="hidden" value={told} />
        <input name="was_by_choice" type="hidden" value={lesson?.byChoice ? "on" : ""} />
        <ChoiceBox
          choices={withOwn(
            choices.subjects,
            lesson && { value: textOf(lesson.subjectId), label: lesson.subject },
          )}
          className={joinClassNames(look, "max-md:col-span-2")}
          label="Subject"
          name="subject_id"
          onChoose={change}
          prompt={lesson ? null : "Choose a subject"}
          takesFocus={lesson === null}
          value={chosen.subject}
        />
        <ChoiceBox
          choices={choices.classes}
          className={look}
          label="Class"
          name="class_id"
          onChoose={change}
          prompt={lesson ? null : "Choose a class"}
          value={chosen.class}
        />
        <label className="flex min-h-8 items-center gap-2 text-13">
          <ByChoice isTicked={chosen.byChoice} onTick={change} />
          <span className="md:sr-only">Only students who chose the subject</span>
        </label>
        <RowState lesson={lesson} phase={phase} url={url} words={question ?? words} />
        <RowActs isAsked={question !== null} lesson={lesson} name={name} phase={phase} removal={removal} />
      </form>
    </li>
  );
}

/** Returns the fields that identify the saved lesson, so that the next change in the row applies to that lesson. */
function savedLesson(sent: FormData, reply: TimetableReply) {
  if (!isTimetableReplySaved(reply) || sent.get("intent") !== TIMETABLE_INTENTS.saveLesson) return null;
  const saved = (name: string) => String(sent.get(name) ?? "");
  return {
    was_subject: saved("subject_id"),
    was_class: saved("class_id"),
    was_by_choice: saved("by_choice"),
  };
}

type ByChoiceProps = { isTicked: boolean; onTick: () => void };

/** Updates the existing checkbox after a reload, because a new element would lose the focus. */
function ByChoice({ isTicked, onTick }: ByChoiceProps) {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(isTicked);

  useEffect(() => {
    if (box.current?.checked === shown.current) box.current.checked = isTicked;
    shown.current = isTicked;
  }, [isTicked]);

  return (
    <input
      className="size-4 shrink-0 accent-red touch:size-5"
      defaultChecked={isTicked}
      name="by_choice"
      onChange={onTick}
      ref={box}
      type="checkbox"
    />
  );
}

/** Adds the lesson's subject to the options if the subject is no longer taught. */
function withOwn(choices: readonly SelectOption[], own: SelectOption | null): readonly SelectOption[] {
  return own && !choices.some(({ value }) => value === own.value) ? [own, ...choices] : choices;
}

type RowStateProps = {
  phase: TimetablePartPhase;
  words: string;
  lesson: TimetableLesson | null;
  url: string;
};

function RowState({ phase, words, lesson, url }: RowStateProps) {
  const [first, ...more] = lesson?.substitutes ?? [];
  if (first && phase === "saved") {
    return (
      <Link
        className="text-13 text-ink max-md:col-span-2 max-md:row-start-4"
        preventScrollReset
        to={substituteUrl(url)}
      >
        {first.words}
        {more.length > 0 ? ` and ${more.length} more` : ""}
      </Link>
    );
  }
  return (
    <span className="flex max-md:col-span-2 max-md:row-start-4" role="status">
      <SaveStatus kind={phase === "blank" ? "typing" : phase}>{words}</SaveStatus>
    </span>
  );
}

type RowActsProps = Pick<LessonRowProps, "lesson" | "removal"> & {
  name: string;
  phase: TimetablePartPhase;
  /** True when the row asks about a colleague who teaches the lesson already. */
  isAsked: boolean;
};

const QUESTIONS: readonly string[] = [WARNED_LESSON_FIELD];

/** Offers to delete the lesson, and to save again a change that was refused or got no response. */
function RowActs({ lesson, name, phase, isAsked, removal }: RowActsProps) {
  return (
    <span className="flex items-center justify-end gap-3 max-md:col-start-2 max-md:row-start-2">
      <Button
        className={joinClassNames(
          "min-h-9 px-3",
          phase === "refused" || isAsked ? "" : "hidden unscripted:inline-flex",
        )}
        name="intent"
        value={TIMETABLE_INTENTS.saveLesson}
      >
        Save
      </Button>
      {lesson ? (
        <button
          aria-label={`Delete ${name}`}
          className="row-act text-red"
          name="intent"
          value={TIMETABLE_INTENTS.deleteLesson}
        >
          Delete
        </button>
      ) : null}
      {removal ? (
        <Link
          className="row-act"
          onClick={(event) => {
            event.preventDefault();
            removal.remove();
          }}
          preventScrollReset
          to={removal.to}
        >
          Remove
        </Link>
      ) : null}
    </span>
  );
}

function textOf(id: number | undefined): string {
  return id === undefined ? "" : String(id);
}

type ChoiceBoxProps = {
  label: string;
  name: string;
  choices: readonly SelectOption[];
  value: string;
  prompt: string | null;
  className: string;
  takesFocus?: boolean;
  onChoose: () => void;
};

/**
 * Starts with the values in the form's fields, because the person may have chosen something before JavaScript loaded.
 */
function ChoiceBox({
  label,
  name,
  choices,
  value,
  prompt,
  className,
  takesFocus = false,
  onChoose,
}: ChoiceBoxProps) {
  const box = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  return (
    <AutoSubmitSelect
      aria-label={label}
      className={className}
      list={box}
      name={name}
      onChoose={onChoose}
      value={value}
    >
      {prompt === null ? null : <option value="">{prompt}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </AutoSubmitSelect>
  );
}
