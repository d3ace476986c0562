import { Fragment } from "react";

import { MESSAGES } from "#domain/messages.ts";
import { valueInWords } from "#fields/kind.ts";
import { titleOf } from "#fields/record.ts";
import type { RowOutcome } from "../../protocol/loaded-row.ts";
import { changedByWords } from "../conflicts.rules.ts";
import { SaveSummary } from "../save-summary.tsx";
import { WhoseToKeep } from "../whose-to-keep.tsx";
import { useWholeForm, type WholeForm } from "./whole-form.ts";

type Unsaved = Exclude<RowOutcome, { state: "saved" }>;

type FormSummaryProps = {
  /** Such as 'An Error Occured'. */
  title: string;
  /** In its place where something is missing that is required. */
  missing?: string | undefined;
};

/** Why a form was not saved whole, over its fields; nothing where it was. */
export function FormSummary({ title, missing = title }: FormSummaryProps) {
  const form = useWholeForm();
  const { outcome } = form.row;
  const misses =
    outcome?.state === "refused" && outcome.refusals.some(({ reason }) => reason === MESSAGES.required);
  return <UnsavedRows form={form} rows={[form]} title={misses ? missing : title} />;
}

/** A row of a form, with what came of it. */
type SentRow = Pick<WholeForm, "row" | "fields"> & {
  /** Whose it is, where the form has several. */
  title?: string | undefined;
  /** Its controls bear its name too. */
  isOneOfMany?: boolean;
};

type UnsavedRowsProps = {
  title: string;
  rows: readonly SentRow[];
  form: Pick<WholeForm, "id" | "timeZone" | "isWhole">;
};

/** The same of all rows of a form. */
export function UnsavedRows({ title, rows, form }: UnsavedRowsProps) {
  const unsaved = rows.flatMap((sent) => {
    const { outcome } = sent.row;
    return outcome && outcome.state !== "saved" ? [{ sent, outcome }] : [];
  });
  if (unsaved.length === 0) return null;
  return (
    <SaveSummary className="mb-4" isSaved={false} title={title}>
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
    </SaveSummary>
  );
}

type OutcomeProps<State extends Unsaved["state"]> = Pick<UnsavedRowsProps, "form"> & {
  sent: SentRow;
  outcome: Extract<Unsaved, { state: State }>;
};

/** Each field stands or falls alone: what is not named here is saved. */
function Refused({ sent: { row, fields, isOneOfMany }, outcome, form }: OutcomeProps<"refused">) {
  const { refusals } = outcome;
  const ofFields = refusals.flatMap(({ field }) => field ?? []);
  const ofAll = refusals.filter(({ field }) => field === null).map(({ reason }) => reason);
  if (ofFields.length === 0) return <>{ofAll.join("; ")}. What you typed is kept on this page.</>;
  return (
    <>
      What you typed is kept: see{" "}
      {ofFields.map((field, place) => (
        <Fragment key={field}>
          {place > 0 ? ", " : null}
          <a href={`#${isOneOfMany ? `${field}.${row.row}` : field}`}>{titleOf(fields, field)}</a>
        </Fragment>
      ))}
      {form.isWhole ? ". Nothing is saved yet." : ". Everything else is saved."}
    </>
  );
}

/** A colleague changed the same: both values, and a choice that nobody makes for the person. */
function Changed({ sent: { row, fields, isOneOfMany }, outcome, form }: OutcomeProps<"changed">) {
  const conflicts = outcome.fields.map(({ field, to }) => {
    const kind = fields.get(field)?.kind;
    const words = (value: typeof to | undefined) => valueInWords(kind, value ?? null, "blank");
    return {
      fields: [field],
      title: titleOf(fields, field),
      theirs: words(to),
      yours: words(outcome.typed[field]),
    };
  });
  return (
    <>
      {changedByWords(outcome, { timeZone: form.timeZone, now: new Date() })} meanwhile:{" "}
      {conflicts.map(({ title }) => title).join(", ")}. Choose whose to keep, then save again.{" "}
      {form.isWhole ? "Nothing of yours is saved yet." : "Everything else is saved."}
      <WhoseToKeep
        conflicts={conflicts}
        form={form.id}
        row={isOneOfMany ? row.row : undefined}
        version={row.version}
      />
    </>
  );
}
