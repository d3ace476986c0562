import { NEW_PERSON, type ImportRemark, type ImportOutcome } from "#domain/people/imports.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { RESULT_COLUMN_TITLES } from "./import-words.rules.ts";
import { IMPORT_KIND_TEXTS } from "./imports.ts";
import type { ImportRowView, ImportView } from "./imports.server.ts";
import type { ImportFormInput } from "./change-import.server.ts";

type Look = { words: string; icon: IconName; className: string; wash?: string };

/** The appearance of each outcome. None is green, because green means saved and nothing is saved yet. */
const LOOKS: Record<ImportOutcome, Look> = {
  created: { words: "Created", icon: "plus", className: "font-semibold [&>svg]:text-red" },
  changed: { words: "Changed", icon: "pencil", className: "font-semibold [&>svg]:text-red" },
  unchanged: { words: "Unchanged", icon: "dash", className: "text-muted" },
  choose: {
    words: "To decide",
    icon: "changed",
    className: "font-semibold text-colleague",
    wash: "bg-colleague-wash",
  },
  refused: {
    words: "Refused",
    icon: "refused",
    className: "font-semibold text-refused",
    wash: "bg-refused-wash",
  },
};

/** On a phone the name's cell also shows everything else except the changes. */
function columnsOf({ kind, state, sheets }: ImportView): readonly DataTableColumn<ImportRowView>[] {
  const { hasIds, beside } = IMPORT_KIND_TEXTS[kind];
  const columns: readonly DataTableColumn<ImportRowView>[] = [
    sheets
      ? { key: "row", title: "Sheet, row", width: "w-36", wideOnly: true, cell: (item) => placeOf(item) }
      : {
          key: "row",
          title: "Row",
          numeric: true,
          width: "w-[60px]",
          wideOnly: true,
          cell: ({ row }) => row,
        },
    {
      key: "result",
      title: "Result",
      width: "w-[132px]",
      wideOnly: true,
      cell: ({ outcome }) => <Result outcome={outcome} />,
    },
    {
      key: "id",
      title: "ID",
      width: "w-28",
      className: "whitespace-nowrap",
      wideOnly: true,
      cell: ({ publicId, outcome }) => publicId || noId(outcome),
    },
    {
      key: "name",
      title: "Name",
      names: true,
      width: "w-60",
      cell: (row) => <Named row={row} />,
    },
    {
      key: "class",
      title: beside,
      width: "w-28",
      className: "break-words",
      wideOnly: true,
      cell: (row) => row.class || "–",
    },
    {
      key: "lines",
      title: RESULT_COLUMN_TITLES[state],
      className: "max-md:!block max-md:!text-left max-md:before:!content-none",
      cell: (row) => (
        <Lines another={state === "judged" ? IMPORT_KIND_TEXTS[kind].another : null} row={row} />
      ),
    },
  ];
  return columns.filter(({ key }) => hasIds || key !== "id");
}

/** Shows each row of the file with its row number, and what the import would do or did with it. */
export function ImportRowsTable({ shown }: { shown: ImportView }) {
  return (
    <DataTable
      caption="Rows in the file"
      columns={columnsOf(shown)}
      empty={
        <EmptyState action={<ButtonLink to={shown.base}>All rows</ButtonLink>}>
          No rows in this file have this result.
        </EmptyState>
      }
      rowClass={({ outcome }) => LOOKS[outcome].wash}
      rowKey={({ key }) => key}
      rows={shown.rows}
    />
  );
}

/** Returns text such as `Marks, 14`. */
function placeOf({ sheet, row }: ImportRowView): string {
  return `${sheet}, ${row}`;
}

function Named({ row: item }: { row: ImportRowView }) {
  const { row, sheet, name, publicId, outcome, class: label } = item;
  const about = [sheet === "" ? `Row ${row}` : placeOf(item), label, publicId].filter(Boolean);
  return (
    <span className="block w-full font-normal">
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 break-words max-md:text-18 max-md:leading-6">{name}</span>
        <span className="shrink-0 md:hidden">
          <Result outcome={outcome} />
        </span>
      </span>
      <span className="block break-words text-13 text-muted md:hidden">{about.join(" · ")}</span>
    </span>
  );
}

function Result({ outcome }: { outcome: ImportOutcome }) {
  const { words, icon, className } = LOOKS[outcome];
  return (
    <span className={joinClassNames("inline-flex items-start gap-2", className)}>
      <Icon className="mt-[3px]" name={icon} />
      {words}
    </span>
  );
}

function noId(outcome: ImportOutcome) {
  return <span className="text-muted">{outcome === "created" ? "new" : "–"}</span>;
}

type AlikeLine = Extract<ImportRemark, { say: "alike" }>;

/** Shows the changes to one row. `another` is the label of the button for a new person; null if it is too late. */
function Lines({ row, another }: { row: ImportRowView; another: string | null }) {
  const alike = row.lines.flatMap((line) => (line.say === "alike" ? line : []));
  return (
    <div className="grid gap-1 break-words">
      {row.lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
      {alike.length > 0 && another !== null ? <Choices alike={alike} another={another} row={row} /> : null}
    </div>
  );
}

function Line({ line }: { line: ImportRemark }) {
  if (line.say === "words") return <p>{line.words}</p>;
  if (line.say === "alike") return <p className="font-semibold text-colleague">{line.words}</p>;
  if (line.say === "refused") {
    return (
      <p className="text-refused">
        <strong>{line.title}:</strong> {line.reason}
      </p>
    );
  }
  return (
    <p>
      {line.title} <span className="text-muted">from {line.from} to</span> <strong>{line.to}</strong>
    </p>
  );
}

type ChoicesProps = { row: ImportRowView; alike: readonly AlikeLine[]; another: string };

/** Shows a button for each existing person whom the row may be about. */
function Choices({ row: { key, row }, alike, another }: ChoicesProps) {
  const [form, fields] = useActionForm<ImportFormInput>(`choose-${key}`, { row: key });
  return (
    <ActionForm className="my-1" form={form} preventScrollReset rejectedTitle="Nothing was changed">
      <input name="intent" type="hidden" value="choose" />
      <HiddenField field={fields.row} />
      <div className="flex flex-wrap gap-2 max-md:flex-col">
        {alike.map(({ publicId }) => (
          <Choice choice={publicId} key={publicId} row={row} words={`Change ${publicId}`} />
        ))}
        {alike.some(({ mayBeAnother }) => mayBeAnother) ? (
          <Choice choice={NEW_PERSON} row={row} words={`Add a new ${another}`} />
        ) : null}
      </div>
    </ActionForm>
  );
}

function Choice({ row, choice, words }: { row: number; choice: string; words: string }) {
  return (
    <Button aria-label={`${words}, row ${row}`} className="!border-colleague" name="choice" value={choice}>
      {words}
    </Button>
  );
}
