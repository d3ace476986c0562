import { Fragment } from "react";
import { listFieldsBesideMarks, getAtomicGroup, SESSION_FIELDS } from "#fields/term-record.ts";
import { HistoryLink, FieldStatus, FieldControl } from "#saving/screen/field/field-status.tsx";
import { RATING_LETTERS, RATINGS, type Rating as Letter } from "#domain/grades.ts";
import { BEHAVIOUR_FIELDS, COMMENT_MAX_LENGTHS, type CommentField as Field } from "#domain/term-reports.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { MarksTable } from "./marks/marks-table.tsx";
import { useReportContext } from "./record/report-context.ts";
import { SignatureBlock } from "../sign/signature-block.tsx";
import { ReportStudentHeader } from "./student-block.tsx";
import { RadioButtons } from "#fields/controls/control.tsx";
import { formatValue, type FieldKind, formatFieldText } from "#fields/kind.ts";
import {
  useIsEditable,
  useField,
  useFieldPhase,
  useShownValue,
  useCurrentRowValue,
  useRowContext,
} from "#saving/screen/field/row-context.ts";
import { joinClassNames } from "#ui/classes.ts";
import { isSameValue } from "#saving/protocol/protocol.ts";
import { getLatestStoredRow } from "#saving/client/row-state.ts";
import { formatMaxLength } from "#domain/messages.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import type { SessionsSource } from "../sessions/sessions.rules.ts";

/** A white panel with a thin border and a red top edge, across the whole screen on a phone. */
const PANEL = "border-y border-t-2 border-t-red bg-paper max-md:-mx-4 md:rounded-b md:border-x";

/** The style of PANEL for parts that are separate panels only on a phone. */
const NARROW_PANEL =
  "max-md:-mx-4 max-md:border-y max-md:border-t-2 max-md:border-t-red max-md:bg-paper scroll-mt-12";
const WIDE_PANEL = "md:rounded-b md:border-x md:border-y md:border-t-2 md:border-t-red md:bg-paper";

/**
 * The layout of the panels. Student and record, marks and comments, and behaviour are side by side, or in two columns
 * below 1,180 px. On a phone, a person who writes the report gets the read-only marks last, or below the comment if the
 * window is low; a person who only reads gets the record last. In browsers that support `reading-flow`, the Tab key
 * follows the same order.
 */
const LAYOUT =
  "flex flex-col gap-y-2 [reading-flow:flex-visual] md:grid md:grid-cols-[288px_minmax(0,1fr)] md:items-start md:gap-4 " +
  "md:[reading-flow:normal] xl:grid-cols-[288px_minmax(0,1fr)_304px] xl:items-stretch";

export function ReportPanels() {
  const { report } = useReportContext();
  const isWritten = report.can.teacherComment && !report.can.adminMarks;
  return (
    <div className={LAYOUT}>
      <div className={`max-md:contents md:row-span-2 md:flex md:flex-col xl:row-span-1 ${PANEL}`}>
        <ReportStudentHeader report={report} />
        <section
          aria-label="Record"
          className={`${isWritten ? "" : "max-md:order-last"} md:grow ${PANEL} md:!rounded-none md:!border-x-0 md:!border-b-0 md:!border-t md:!border-t-line`}
        >
          <RecordFields />
        </section>
      </div>
      <section
        aria-label="Marks and comments"
        className={isWritten ? `max-md:contents md:flex md:flex-col ${WIDE_PANEL}` : `flex flex-col ${PANEL}`}
      >
        <div className={isWritten ? `max-md:order-last short:order-1 ${NARROW_PANEL}` : undefined} id="marks">
          <MarksTable corrections={report.corrections} marks={report.marks} />
        </div>
        <div className={isWritten ? `md:contents ${NARROW_PANEL}` : "flex grow flex-col"}>
          <div className="scroll-mt-12 border-b" id="comment">
            <CommentField field="teacher_comment" />
          </div>
          <div className={`flex grow flex-col ${isWritten ? "short:order-2" : ""}`}>
            <div className="border-b">
              <CommentField field="principal_comment" />
            </div>
            <SignatureBlock />
          </div>
        </div>
      </section>
      <section aria-labelledby="behaviour" className={`flex flex-col ${PANEL}`} id="ratings">
        <RatingsPanel />
      </section>
    </div>
  );
}

/** The record beside the marks, with attendance and the decision about the next class. */
function RecordFields() {
  const { report } = useReportContext();
  const fields = listFieldsBesideMarks(report);
  return (
    <div className="flex h-full flex-col" data-panel="">
      {fields.map((field) => (
        <Fragment key={field}>
          <RecordRow field={field} />
          {field === SESSION_FIELDS.at(-1) ? <SessionsFrom source={report.sessions} /> : null}
        </Fragment>
      ))}
      <p className="px-4 py-2 text-right">
        <HistoryLink field={fields[0] ?? ""} of="the record" />
      </p>
    </div>
  );
}

/** Shows the ten behaviour ratings and their key. */
function RatingsPanel() {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const isEditable = BEHAVIOUR_FIELDS.some((field) => report.rules.editable.includes(field));
  return (
    <>
      <div className="flex items-baseline justify-between gap-4 border-b border-red bg-cream-2 px-4 py-2.5 md:px-5">
        <h2 className="font-sans text-13 font-semibold" id="behaviour">
          Behaviour
        </h2>
        <HistoryLink field={BEHAVIOUR_FIELDS[0] ?? ""} of="behaviour" />
      </div>
      <div className="flex grow flex-col" data-panel="">
        {BEHAVIOUR_FIELDS.map((field) => (
          <Rating field={field} key={field} />
        ))}
      </div>
      <p className="flex flex-wrap gap-x-3 px-4 py-2.5 text-13 text-muted md:px-5">
        {Object.entries(RATINGS).map(([letter, meaning]) => (
          <span key={letter}>
            <strong className="text-ink">{letter}</strong> {meaning}
          </span>
        ))}
        {isEditable && hydrated ? (
          <span className="touch:hidden print:hidden">Press {RATING_LETTERS} to rate and go on</span>
        ) : null}
      </p>
    </>
  );
}

const LETTERS = Object.keys(RATINGS) as Letter[];

/** One behaviour as radio buttons. If it is read-only, the letters are text and the chosen one has a ring around it. */
function Rating({ field }: { field: string }) {
  const isEditable = useIsEditable(field);
  return (
    <div className="flex min-h-12 flex-col justify-center border-b px-4 py-1 md:px-5 grow xl:max-h-[68px] has-[p]:max-h-none has-[p]:grow-0">
      <div className="flex items-center justify-between gap-3">
        <span id={`${field}-label`}>{useField(field).title}</span>
        {isEditable ? <Letters field={field} /> : <ReadLetters field={field} />}
      </div>
      <FieldStatus field={field} />
    </div>
  );
}

const CIRCLE =
  "circle relative cursor-pointer border-field text-muted hover:border-red has-[:checked]:border-red has-[:checked]:bg-red has-[:checked]:font-bold has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-red";

/** The outline around the letters of a rating that is not saved or needs attention. */
const RING =
  "rounded-full outline-2 outline-offset-2 data-[state=changed]:outline data-[state=refused]:outline data-[state=saving]:outline-dashed data-[state=waiting]:outline-dashed data-[state=changed]:outline-colleague data-[state=refused]:outline-refused data-[state=saving]:outline-field data-[state=waiting]:outline-waiting";

function Letters({ field }: { field: string }) {
  return (
    <RadioButtons
      choiceClassName={CIRCLE}
      className={`flex shrink-0 gap-1.5 ${RING}`}
      kind={useField(field).kind}
      meanings={RATINGS}
      name={field}
      state={useFieldPhase(field)}
      value={useShownValue(field)}
    />
  );
}

function ReadLetters({ field }: { field: string }) {
  const chosen = useShownValue(field);
  const rating = LETTERS.find((letter) => letter === chosen);
  return (
    <>
      <span className="sr-only">{rating ? `${rating}, ${RATINGS[rating]}` : "not rated"}</span>
      <span aria-hidden="true" className="flex shrink-0 gap-1.5">
        {LETTERS.map((letter) => (
          <span
            className={joinClassNames(
              "circle",
              letter === chosen ? "border-2 border-red font-bold text-red" : "border-transparent text-muted",
            )}
            key={letter}
          >
            {letter}
          </span>
        ))}
      </span>
    </>
  );
}

/** Shows where the numbers of sessions come from. Numbers saved on this page count as entered by hand. */
function SessionsFrom({ source }: { source: SessionsSource }) {
  const { values } = useReportContext().report.row;
  const isRewritten = useCurrentRowValue((snapshot) => {
    const now = snapshot && getLatestStoredRow(snapshot.state).values;
    return SESSION_FIELDS.some((field) => now !== undefined && !isSameValue(now[field], values[field]));
  });
  const shown: SessionsSource = isRewritten ? { from: "hand" } : source;
  if (!shown) return null;
  return (
    <p className="border-b px-4 py-2 text-13 text-muted">
      {shown.from === "register" ? `From the register, copied ${shown.on}` : "Sessions entered by hand"}
    </p>
  );
}

/** A line of the record: the label, and on its right the field or the read-only value. */
function RecordRow({ field }: { field: string }) {
  const isEditable = useIsEditable(field);
  const { title, kind } = useField(field);
  const isText = isShortText(kind);
  return (
    <div
      className={joinClassNames(
        "flex min-h-12 flex-col justify-center border-b px-4 py-1.5 grow short:grow-0 has-[p]:max-h-none has-[p]:grow-0",
        isText ? "xl:max-h-[84px]" : "xl:max-h-[68px]",
      )}
    >
      <div className={joinClassNames("flex items-center justify-between gap-x-3", isText && "flex-wrap")}>
        {isEditable && kind.control !== "radios" ? (
          <label className="text-muted" htmlFor={field}>
            {title}
          </label>
        ) : (
          <span className="text-muted" id={`${field}-label`}>
            {title}
          </span>
        )}
        {isEditable ? <RecordControl field={field} /> : <Printed field={field} />}
      </div>
      <FieldStatus field={field} />
    </div>
  );
}

function isShortText({ control, keyboard }: FieldKind): boolean {
  return control === "line" && keyboard === "text";
}

/** Returns the style that sets a field's width. Text fields have room for about twenty letters. */
function lookOf(kind: FieldKind): string {
  if (isShortText(kind)) return "field-box px-2.5 font-semibold !w-auto min-w-0 grow basis-52";
  if (kind.control === "radios") return "w-[118px] shrink-0 h-10 touch:h-11";
  return joinClassNames(
    "field-box w-[118px] shrink-0 font-semibold",
    kind.control === "list" ? "px-2" : "px-2.5",
  );
}

/** A field of the record. Some fields exclude each other, so a value in one disables the other. */
function RecordControl({ field }: { field: string }) {
  const { kind } = useField(field);
  const [other = field] = getAtomicGroup(field).filter((name) => name !== field);
  const isEmpty = useShownValue(field) === null;
  const isClosed = useShownValue(other) !== null && isEmpty;
  return (
    <FieldControl
      className={joinClassNames(lookOf(kind), isClosed && "!font-normal")}
      disabled={isClosed}
      field={field}
    />
  );
}

function Printed({ field }: { field: string }) {
  const words = formatValue(useField(field).kind, useShownValue(field), "–");
  return <span className="min-w-0 break-words text-right font-semibold">{words}</span>;
}

/** A comment: a text area that grows with its text or, for a person who cannot write comments, plain text. */
function CommentField({ field }: { field: Field }) {
  const isEditable = useIsEditable(field);
  const { title } = useField(field);
  return (
    <div className="px-4 py-4 md:px-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        {isEditable ? (
          <label className="mr-auto font-semibold" htmlFor={field}>
            {title}
          </label>
        ) : (
          <h2 className="mr-auto font-sans text-15 font-semibold">{title}</h2>
        )}
        {isEditable ? <Counter field={field} /> : <HistoryLink field={field} of={title} />}
      </div>
      {isEditable ? <CommentText field={field} /> : <PrintedComment field={field} />}
      <FieldStatus field={field} />
    </div>
  );
}

function PrintedComment({ field }: { field: Field }) {
  const text = formatFieldText(useShownValue(field));
  return text ? (
    <p className="max-w-[75ch] whitespace-pre-wrap break-words">{text}</p>
  ) : (
    <p className="text-muted">No comment yet</p>
  );
}

/** Shows the limit, 'Max 400 charcters' (spelt as in the specification), and the number of characters used. */
function Counter({ field }: { field: Field }) {
  const { note } = useRowContext();
  const shown = formatFieldText(useShownValue(field));
  const limit = COMMENT_MAX_LENGTHS[field];
  // A comment that the user has cleared keeps its stored value until the user confirms, so the stored length would be
  // misleading.
  const length = note?.field === field && note.offer ? 0 : shown.length;
  return (
    <span className="text-13 text-muted" id={`${field}-count`}>
      <span className="mr-3">{formatMaxLength(limit)}</span>
      <span className={joinClassNames(length >= limit && "font-semibold text-refused")}>
        {`${length} of ${limit}`}
      </span>
    </span>
  );
}

function CommentText({ field }: { field: Field }) {
  return (
    <>
      <FieldControl
        className="field-box mt-1.5 min-h-[74px] resize-none px-3.5 py-2.5 leading-[26px] [&:not(:focus)]:overflow-hidden print:border-0 print:p-0"
        describedBy={`${field}-count`}
        field={field}
      />
      <CommentTools field={field} />
    </>
  );
}

function CommentTools({ field }: { field: Field }) {
  const { report } = useReportContext();
  const { hydrated } = useSaving();
  const { title } = useField(field);
  const isStored = (report.row.values[field] ?? null) !== null;
  const canClear = !hydrated && field === "teacher_comment" && isStored;
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 text-13 touch:my-3 print:hidden">
      <SaveAndLeaveLink
        className="-my-0.5 py-0.5 font-semibold touch:-my-3 touch:py-3"
        data-dialog=""
        preventScrollReset
        to={`${report.url}/phrases/${field}`}
      >
        Insert a phrase<span className="sr-only"> into {title}</span>
      </SaveAndLeaveLink>
      <HistoryLink field={field} of={title} />
      {canClear ? (
        <label className="flex items-center gap-1.5 text-muted">
          <input className="size-4 accent-red" name={`clear.${field}`} type="checkbox" value="yes" /> Clear
          comment
        </label>
      ) : null}
    </p>
  );
}
