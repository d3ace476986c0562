import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ListPlace } from "#domain/people/list-place.ts";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";

import { CHOSEN_FORM } from "./chosen.tsx";
import { resetUrl, tickName, type ResetLine, type ResetList } from "./reset.rules.ts";
import type { Chosen } from "./use-chosen.ts";

type ResetTableProps = { list: ResetList; chosen: Chosen; empty: ReactNode };

export function ResetTable({ list: { place, lines }, chosen, empty }: ResetTableProps) {
  return (
    <DataTable
      caption="Employees and their passwords"
      className="people-table border-t"
      columns={[tickColumn(chosen), ...columnsFor(place)]}
      empty={empty}
      rowKey={({ id }) => id}
      rows={lines}
    />
  );
}

function tickColumn({ ids, isAll, choose, chooseAll }: Chosen): Column<ResetLine> {
  return {
    key: "tick",
    title: "",
    head: <Tick checked={isAll} className="unscripted:hidden" label="All on this page" onTick={chooseAll} />,
    width: "w-12",
    className: "tick-cell",
    cell: ({ id, firstName, lastName, mayReset }) =>
      mayReset ? (
        <Tick
          checked={ids.has(id)}
          form={CHOSEN_FORM}
          label={`Reset ${firstName} ${lastName}`}
          name={tickName(id)}
          onTick={(isChosen) => choose(id, isChosen)}
        />
      ) : null,
  };
}

type TickProps = {
  label: string;
  checked: boolean;
  onTick: (isChosen: boolean) => void;
  name?: string;
  form?: string;
  className?: string;
};

/** The box with 24 px around it to press. */
function Tick({ label, className = "", ...box }: TickProps) {
  return (
    <label className={`grid size-8 cursor-pointer place-items-center touch:size-11 ${className}`}>
      <TickBox {...box} aria-label={label} className="size-5 accent-red" />
    </label>
  );
}

function columnsFor(place: ListPlace): Column<ResetLine>[] {
  const { search } = place;
  return [
    ...peopleColumns({ search, below: stateOnPhone }),
    {
      ...{ key: "password", title: "Password", wideOnly: true },
      cell: (line) => <PasswordState {...line} />,
    },
    {
      ...{ key: "act", title: "", numeric: true },
      cell: ({ id, firstName, lastName, mayReset }) =>
        mayReset ? (
          <Link
            aria-label={`Reset the password of ${firstName} ${lastName}`}
            className="row-act"
            preventScrollReset
            to={resetUrl(id, place)}
          >
            Reset
          </Link>
        ) : null,
    },
  ];
}

/** Where there is something to know. */
function stateOnPhone(line: ResetLine) {
  return line.isOneTime || !line.mayReset ? <PasswordState {...line} /> : null;
}

function PasswordState({ password, isOneTime, mayReset }: ResetLine) {
  const isNews = isOneTime && mayReset;
  return <span className={`text-13 ${isNews ? "font-semibold" : "font-normal text-muted"}`}>{password}</span>;
}
