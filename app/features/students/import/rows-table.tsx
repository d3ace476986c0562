import { Form } from "@remix-run/react";
import { ANOTHER, type ImportLine, type ImportState, type Outcome } from "#domain/people/imports.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";

import type { ShownRow } from "./imports.ts";

type Look = { words: string; icon: IconName; className: string; wash?: string };

/** Ink and red: nothing is saved, so that nothing is green (people.md, import). */
const LOOKS: Record<Outcome, Look> = {
  created: { words: "Created", icon: "plus", className: "font-semibold [&>svg]:text-red" },
  changed: { words: "Changed", icon: "pencil", className: "font-semibold [&>svg]:text-red" },
  unchanged: { words: "Unchanged", icon: "dash", className: "text-muted" },
  choose: {
    words: "Choose",
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

function columnsOf(isOpen: boolean): readonly Column<ShownRow>[] {
  return [
    { key: "row", title: "Row", numeric: true, width: "w-[60px]", cell: ({ row }) => row },
    {
      key: "result",
      title: "Result",
      width: "w-[124px]",
      cell: ({ outcome }) => <Result outcome={outcome} />,
    },
    { key: "id", title: "ID", width: "w-24", cell: ({ publicId, outcome }) => publicId || noId(outcome) },
    {
      key: "name",
      title: "Name",
      names: true,
      width: "w-60",
      cell: ({ name }) => <span className="break-words font-normal max-md:font-bold">{name}</span>,
    },
    { key: "class", title: "Class", width: "w-[92px]", cell: (row) => row.class || "–" },
    {
      key: "lines",
      title: "What would happen, and why not",
      cell: (row) => <Lines isOpen={isOpen} row={row} />,
    },
  ];
}

type RowsTableProps = { rows: ShownRow[]; state: ImportState; url: string };

/** What each row of the file would do, or did, by its number in the file. */
export function RowsTable({ rows, state, url }: RowsTableProps) {
  return (
    <DataTable
      caption="Rows of the file"
      columns={columnsOf(state === "judged")}
      empty={
        <EmptyState action={<ButtonLink to={url}>All rows</ButtonLink>}>
          No row of the file is of this kind.
        </EmptyState>
      }
      rowClass={({ outcome }) => LOOKS[outcome].wash}
      rowKey={({ row }) => row}
      rows={rows}
    />
  );
}

function Result({ outcome }: { outcome: Outcome }) {
  const { words, icon, className } = LOOKS[outcome];
  return (
    <span className={classes("inline-flex items-start gap-2", className)}>
      <Icon className="mt-[3px]" name={icon} />
      {words}
    </span>
  );
}

function noId(outcome: Outcome) {
  return <span className="text-muted">{outcome === "created" ? "new" : "–"}</span>;
}

function Lines({ row, isOpen }: { row: ShownRow; isOpen: boolean }) {
  const alike = row.lines.flatMap((line) => (line.say === "alike" ? line : []));
  return (
    <div className="grid gap-1 break-words">
      {row.lines.map((line, place) => (
        <Line key={place} line={line} />
      ))}
      {alike.length > 0 && isOpen ? (
        <div className="mt-1 flex flex-wrap gap-2">
          {alike.map(({ publicId }) => (
            <Choice choice={publicId} key={publicId} row={row} words={`Change ${publicId}`} />
          ))}
          {alike.some(({ mayBeAnother }) => mayBeAnother) ? (
            <Choice choice={ANOTHER} row={row} words="Create another child" />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function Line({ line }: { line: ImportLine }) {
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

type ChoiceProps = { row: ShownRow; choice: string; words: string };

function Choice({ row, choice, words }: ChoiceProps) {
  return (
    <Form className="max-md:grow" method="post" preventScrollReset>
      <AuthorField />
      <input name="intent" type="hidden" value="choose" />
      <input name="row" type="hidden" value={row.row} />
      <input name="choice" type="hidden" value={choice} />
      <Button aria-label={`${words}, row ${row.row}`} className="w-full !border-colleague">
        {words}
      </Button>
    </Form>
  );
}
