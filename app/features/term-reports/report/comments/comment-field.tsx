import { formatMaxLength } from "#domain/messages.ts";
import { COMMENT_MAX_LENGTHS, type CommentField as Field } from "#domain/term-reports.ts";
import { formatFieldText } from "#fields/kind.ts";
import { FieldControl, FieldStatus, HistoryLink } from "#saving/screen/field/field-status.tsx";
import { useIsEditable, useField, useRowContext, useShownValue } from "#saving/screen/field/row-context.ts";
import { useSaving } from "#saving/screen/saving-screen.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { SaveAndLeaveLink } from "#ui/form/leaving-link.tsx";
import { useReportContext } from "../record/report-context.ts";

/** A comment: a text area that grows with its text or, for a person who cannot write comments, plain text. */
export function CommentField({ field }: { field: Field }) {
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
