import { Fragment } from "react";
import { MESSAGES } from "#domain/messages.ts";
import { capitalise } from "#domain/text/capital.ts";
import { formatValue } from "#fields/kind.ts";
import { findFieldTitle } from "#fields/record.ts";
import type { RowSaveOutcome } from "../../protocol/protocol.ts";
import { formatChangedBy } from "../conflicts.rules.ts";
import { SubmittedRecordSummary, ConflictChoice } from "../save-summary.tsx";
import { useRecordFormContext, type RecordFormContext } from "./form-result.ts";

type Unsaved = Exclude<RowSaveOutcome, { state: "saved" }>;

type FormSummaryProps = {
  /** The title, such as 'An Error Occured'. */
  title: string;
  /** The title if a required value is missing. */
  missing?: string | undefined;
};

/** Lists, above the fields, the reasons why a form was not saved completely. */
export function RecordFormSummary({ title, missing = title }: FormSummaryProps) {
  const form = useRecordFormContext();
  const { outcome } = form.row;
  const misses =
    outcome?.state === "refused" && outcome.refusals.some(({ reason }) => reason === MESSAGES.required);
  return <UnsavedRows form={form} rows={[form]} title={misses ? missing : title} />;
}

type SentRow = Pick<RecordFormContext, "row" | "fields"> & {
  title?: string | undefined;
  /** True if the names of the row's controls include the row's id. */
  isOneOfMany?: boolean;
};

type UnsavedRowsProps = {
  title: string;
  rows: readonly SentRow[];
  form: Pick<RecordFormContext, "id" | "timeZone" | "isWhole">;
};

/** Lists the reasons why rows of a form were not saved. */
export function UnsavedRows({ title, rows, form }: UnsavedRowsProps) {
  const unsaved = rows.flatMap((sent) => {
    const { outcome } = sent.row;
    return outcome && outcome.state !== "saved" ? [{ sent, outcome }] : [];
  });
  if (unsaved.length === 0) return null;
  return (
    <SubmittedRecordSummary className="mb-4" isSaved={false} title={title}>
      {unsaved.map(({ sent, outcome }) => (
        <div className="mt-1 first:mt-0" key={sent.row.row}>
          {sent.title ? `${sent.title}: ` : null}
          {outcome.state === "refused" ? (
            <Refused form={form} outcome={outcome} sent={sent} />
          ) : (
            <Changed form={form} outcome={outcome} sent={sent} />
          )}
        </div>
      ))}
    </SubmittedRecordSummary>
  );
}

type OutcomeProps<State extends Unsaved["state"]> = Pick<UnsavedRowsProps, "form"> & {
  sent: SentRow;
  outcome: Extract<Unsaved, { state: State }>;
};

/** A refused row. All fields that are not listed were saved, unless the form is saved as a whole. */
function Refused({ sent: { row, fields, isOneOfMany }, outcome, form }: OutcomeProps<"refused">) {
  const { refusals } = outcome;
  const ofFields = refusals.flatMap(({ field }) => field ?? []);
  const ofAll = refusals.filter(({ field }) => field === null).map(({ reason }) => reason);
  if (ofFields.length === 0) return <>{capitalise(ofAll.join("; "))}. Nothing you typed is lost.</>;
  return (
    <>
      Check{" "}
      {ofFields.map((field, index) => (
        <Fragment key={field}>
          {index > 0 ? ", " : null}
          <a href={`#${isOneOfMany ? `${field}.${row.row}` : field}`}>{findFieldTitle(fields, field)}</a>
        </Fragment>
      ))}
      {form.isWhole ? ". Nothing is saved yet." : ". Everything else is saved."} Nothing you typed is lost.
    </>
  );
}

/** A conflict with a colleague's change, with both values. Neither choice is preselected. */
function Changed({ sent: { row, fields, isOneOfMany }, outcome, form }: OutcomeProps<"changed">) {
  const conflicts = outcome.fields.map(({ field, to }) => {
    const kind = fields.get(field)?.kind;
    const words = (value: typeof to | undefined) => formatValue(kind, value ?? null, "blank");
    return {
      fields: [field],
      title: findFieldTitle(fields, field),
      theirs: words(to),
      yours: words(outcome.typed[field]),
    };
  });
  return (
    <>
      {formatChangedBy(outcome, { timeZone: form.timeZone, now: new Date() })}:{" "}
      {conflicts.map(({ title }) => title).join(", ")}. Choose which value to keep, then save again.{" "}
      {form.isWhole ? "None of your changes are saved yet." : "Everything else is saved."}
      <ConflictChoice
        conflicts={conflicts}
        form={form.id}
        row={isOneOfMany ? row.row : undefined}
        version={row.version}
      />
    </>
  );
}
