import { Link } from "@remix-run/react";
import {
  NOT_IMPORTED_COLUMN,
  UNDECIDED_COLUMN,
  type ImportFileColumn,
  type ImportFileDecision,
  type ColumnMatchSource,
} from "#domain/people/imports.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { errorDescriptionProps, FieldErrorMessage } from "#ui/form/field.tsx";
import { fieldControlProps, SelectField, type ActionFormField } from "#ui/form/fields/fields.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { ImportView } from "../imports.server.ts";
import type { ImportFormInput } from "../change-import.server.ts";
import { importColumnsUrl } from "../imports.ts";
import type { ColumnMatchingView } from "./matching.server.ts";

const TITLES: Readonly<Record<ImportFileDecision["name"], string>> = {
  encoding: "Encoding",
  separator: "Separator",
  sheet: "Sheet",
  headings: "Headings",
  dates: "Dates",
  hidden: "Hidden cells",
};

const MATCHED_BY: Readonly<Record<ColumnMatchSource, string>> = {
  title: "Heading",
  heading: "Heading",
  content: "Content",
  you: "You",
  earlier: "Your choice for an earlier file",
};

type MatchInput = Extract<ImportFormInput, { intent: "match" | "reread" }>;

type StepProps = { shown: ImportView; matching: ColumnMatchingView };

/** The step between upload and preview. It shows how the file was read, and the field of each column. */
export function ColumnMatchingStep({ shown, matching }: StepProps) {
  const { columns, decisions, version, change } = matching;
  const [form, fields] = useActionForm<MatchInput>("match-columns", {
    version,
    match: Object.fromEntries(columns.map(({ place, field }) => [String(place), field])),
    choice: Object.fromEntries(decisions.map(({ name, value }) => [name, value])),
  });
  const byPlace = fields.match.getFieldset() as unknown as Record<string, ActionFormField>;
  const choices = fields.choice.getFieldset() as unknown as Record<string, ActionFormField>;
  return (
    <ActionForm form={form} preventScrollReset rejectedTitle="The columns were not matched">
      <Panel aside={describeFile(shown, matching)} flush title="How Termbook read the file">
        <ul className="divide-y divide-line">
          {decisions.map((decision) => (
            <Decision
              decision={decision}
              field={choices[decision.name]}
              isOpen={change === decision.name}
              key={decision.name}
            />
          ))}
        </ul>
      </Panel>
      <Panel aside={<Counts columns={columns} fields={byPlace} />} flush title="Match the columns">
        <DataTable
          caption="Columns in the file"
          columns={tableColumns(byPlace, matching)}
          empty={null}
          rowClass={({ fault, place, field }) =>
            fault !== null && isImported(fieldOf(byPlace[String(place)], field))
              ? "bg-refused-wash"
              : undefined
          }
          rowKey={({ place }) => place}
          rows={columns}
        />
      </Panel>
      <Foot fields={byPlace} matching={matching} />
    </ActionForm>
  );
}

function describeFile({ file }: ImportView, { format, rows }: ColumnMatchingView): string {
  return `${file}, ${format}, ${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
}

type DecisionProps = { decision: ImportFileDecision; field: ActionFormField | undefined; isOpen: boolean };

/** Shows a decision and its evidence. Its options open within the row, so that other choices are not lost. */
function Decision({ decision: { name, decided, evidence, options }, field, isOpen }: DecisionProps) {
  const title = TITLES[name];
  return (
    <li>
      <details className="group" open={isOpen || Boolean(field?.errors)}>
        <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 md:grid-cols-[7rem_15rem_1fr_auto] md:px-5 [&::-webkit-details-marker]:hidden">
          <span className="text-muted">{title}</span>
          <strong className="min-w-0 break-words font-semibold max-md:col-span-2 max-md:row-start-2">
            {decided}
          </strong>
          <span className="min-w-0 break-words text-13 text-muted max-md:col-span-2 max-md:row-start-3">
            {evidence}
          </span>
          <span className="font-semibold text-red max-md:col-start-2 max-md:row-start-1">
            <span className="group-open:hidden">Change</span>
            <span className="hidden group-open:inline">Close</span>
          </span>
        </summary>
        <div className="flex flex-wrap items-end gap-3 px-4 pb-4 md:pl-[9.25rem] md:pr-5">
          {field ? (
            <div className="min-w-0 max-md:w-full md:w-96">
              <SelectField
                choices={options}
                field={field}
                label={name === "hidden" ? "Hidden rows and columns" : `${title} of this file`}
              />
            </div>
          ) : null}
          <BusyButton busy="Reading" intent="reread" kind="secondary">
            Read the file again
          </BusyButton>
        </div>
      </details>
    </li>
  );
}

/** Returns the field that is selected now, which may differ from the field when the page was loaded. */
function fieldOf(field: ActionFormField | undefined, before: string): string {
  if (!field) return before;
  return typeof field.value === "string" ? field.value : UNDECIDED_COLUMN;
}

function isImported(field: string): boolean {
  return field !== UNDECIDED_COLUMN && field !== NOT_IMPORTED_COLUMN;
}

type CountsProps = { columns: readonly ImportFileColumn[]; fields: Record<string, ActionFormField> };

function Counts({ columns, fields }: CountsProps) {
  const chosen = columns.map((column) => ({
    ...column,
    field: fieldOf(fields[String(column.place)], column.field),
  }));
  const open = chosen.filter(({ field }) => field === UNDECIDED_COLUMN).length;
  const faulty = chosen.filter(({ field, fault }) => fault !== null && isImported(field)).length;
  return (
    <>
      {columns.length === 1 ? "1 column" : `${columns.length} columns`}
      {open > 0 ? <strong className="text-waiting">, {open} to choose</strong> : null}
      {faulty > 0 ? <strong className="text-refused">, {faulty} to correct</strong> : null}
    </>
  );
}

function tableColumns(
  fields: Record<string, ActionFormField>,
  { fields: offered, columns }: ColumnMatchingView,
): DataTableColumn<ImportFileColumn>[] {
  /** Returns the name of the column that already has the field of this heading. */
  const takenBy = ({ meant, place }: ImportFileColumn): string | null => {
    const other = columns.find(
      (column) =>
        column.place !== place &&
        meant !== null &&
        isImported(meant) &&
        fieldOf(fields[String(column.place)], column.field) === meant,
    );
    const title = offered.find(({ value }) => value === meant)?.label ?? "";
    return other ? `${title} comes from the column ‘${other.heading}’, so this one is left out` : null;
  };
  return [
    {
      key: "heading",
      title: "Column in the file",
      names: true,
      width: "w-44",
      className: "break-words !font-semibold",
      cell: ({ heading }) => heading,
    },
    {
      key: "values",
      title: "Sample values",
      className: AS_BLOCK,
      cell: ({ samples }) => <Samples samples={samples} />,
    },
    {
      key: "field",
      title: "Field in Termbook",
      width: "w-72",
      className: AS_BLOCK,
      cell: (column) => (
        <FieldChoice column={column} field={fields[String(column.place)]} offered={offered} />
      ),
    },
    {
      key: "by",
      title: "Matched by",
      width: "w-72",
      className: AS_BLOCK,
      cell: (column) => (
        <Matched column={column} field={fields[String(column.place)]} taken={takenBy(column)} />
      ),
    },
  ];
}

/** On a phone these cells have no labels and use the whole width. */
const AS_BLOCK = "max-md:!block max-md:!text-left max-md:before:!content-none";
const NO_VALUES = [{ text: "", isFaulty: false }];

function Samples({ samples }: Pick<ImportFileColumn, "samples">) {
  const shown = samples.length === 0 ? NO_VALUES : samples;
  return (
    <span className="grid grid-cols-[1fr_1fr_1fr_18px] items-center gap-3 text-13 max-md:grid-cols-3">
      {shown.map(({ text, isFaulty }, place) => (
        <span
          className={joinClassNames(
            "min-w-0 break-words",
            isFaulty && "font-semibold text-refused",
            text === "" && "text-muted",
          )}
          key={place}
        >
          {text || "empty"}
        </span>
      ))}
      <Icon className="col-start-4 max-md:!hidden" name="arrow-right" />
    </span>
  );
}

type ChoiceProps = {
  column: ImportFileColumn;
  field: ActionFormField | undefined;
  offered: ColumnMatchingView["fields"];
};

function FieldChoice({ column: { heading, field: before }, field, offered }: ChoiceProps) {
  if (!field) return null;
  const { error, defaultValue = UNDECIDED_COLUMN } = fieldControlProps(field);
  const isOpen = fieldOf(field, before) === UNDECIDED_COLUMN;
  return (
    <>
      <select
        aria-label={`Field for ${heading}`}
        className={joinClassNames("field-box w-full", isOpen && "border-dashed text-muted")}
        defaultValue={defaultValue}
        key={field.key}
        {...errorDescriptionProps(field.id, { error })}
        id={field.id}
        name={field.name}
      >
        <option value={UNDECIDED_COLUMN}>Choose a field</option>
        <option value={NOT_IMPORTED_COLUMN}>Do not import</option>
        {offered.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <FieldErrorMessage error={error} id={field.id} />
    </>
  );
}

type MatchedProps = Pick<ChoiceProps, "column" | "field"> & { taken: string | null };

function Matched({ column: { field: before, by, fault }, field, taken }: MatchedProps) {
  const chosen = fieldOf(field, before);
  if (chosen === UNDECIDED_COLUMN) {
    return (
      <span className="flex items-start gap-2 text-13 text-waiting">
        <Icon name="pencil" />
        {taken ?? "Not decided: this column is left out"}
      </span>
    );
  }
  if (fault !== null && isImported(chosen)) {
    return (
      <span className="flex items-start gap-2 break-words text-13 text-refused">
        <Icon name="refused" />
        {fault}
      </span>
    );
  }
  const words = chosen === before && by !== null ? MATCHED_BY[by] : MATCHED_BY.you;
  return <span className="text-13 text-muted">{words}</span>;
}

type FootProps = { matching: ColumnMatchingView; fields: Record<string, ActionFormField> };

function Foot({ matching: { columns, needed, isJudged, isRemembered }, fields }: FootProps) {
  const chosen = columns.map(({ place, field }) => fieldOf(fields[String(place)], field));
  const missing = needed.filter(({ value }) => !chosen.includes(value)).map(({ label }) => label);
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 bg-paper pb-[env(safe-area-inset-bottom)] md:mx-0 print:hidden"
      data-bar=""
    >
      <div className="double-rule" />
      <div className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-2 md:px-5">
        <p className="text-13 text-muted">
          {missing.length > 0 ? (
            <strong className="text-waiting">{`No column is matched with ${missing.join(" or ")} yet. `}</strong>
          ) : null}
          {isRemembered ? "Termbook remembers these matches for the next file with the same headings." : null}
        </p>
        <div className="max-md:w-full max-md:*:w-full">
          <BusyButton busy="Checking" intent="match">
            {isJudged ? "Check the rows again" : "Check the preview"}
          </BusyButton>
        </div>
      </div>
    </div>
  );
}

/** Shows, above the preview, how the file was read. Each decision links back to its options. */
export function FileReadingSummary({ shown, matching }: StepProps) {
  const columns = matching.columns.filter(({ field }) => isImported(field)).length;
  const cells = [
    ...matching.decisions.map(({ name, decided, evidence }) => ({
      title: TITLES[name],
      decided,
      evidence,
      to: importColumnsUrl(shown.base, name),
    })),
    {
      title: "Columns",
      decided: `${columns} of ${matching.columns.length} imported`,
      evidence: "",
      to: importColumnsUrl(shown.base),
    },
  ];
  return (
    <ul
      aria-label="How Termbook read the file"
      className="-mx-4 mb-4 grid grid-cols-2 gap-px border-y bg-line md:mx-0 md:flex md:flex-wrap md:rounded md:border"
    >
      {cells.map(({ title, decided, evidence, to }) => (
        <li className="min-w-0 grow basis-44 bg-paper px-4 py-2 max-md:odd:last:col-span-2" key={title}>
          <span className="flex items-baseline justify-between gap-3 text-13 text-muted">
            {title}
            <Link
              aria-label={`Change: ${title}`}
              className="inline-flex min-h-6 items-center font-semibold touch:min-h-11"
              to={to}
            >
              Change
            </Link>
          </span>
          <strong className="block break-words font-semibold">{decided}</strong>
          <span className="block break-words text-13 text-muted">{evidence}</span>
        </li>
      ))}
    </ul>
  );
}
