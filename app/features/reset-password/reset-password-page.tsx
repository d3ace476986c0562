import { Link } from "@remix-run/react";
import { useState, type ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { toListQuery, type ListParams } from "#domain/people/list-params.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { EmptyList } from "#ui/list/empty-list.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { PeopleSearchForm } from "#ui/list/search-strip.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { ResetLine, ResetList } from "./reset-password.server.ts";
import { resetListUrl, confirmResetUrl, resetCheckboxName } from "./reset.rules.ts";

/**
 * Lists the employees with the state of each password. One password is reset from its row, several with the checkboxes.
 */
export function ResetPasswordPage({ list }: { list: ResetList }) {
  const { params, lines, found, total } = list;
  const { rows } = toListQuery(params);
  const chosen = useChosen(lines);
  const all = resetListUrl({ ...params, search: "", page: 1 });
  return (
    <>
      <PageHead
        actions={<ButtonLink to={PATHS.password}>Change your own password</ButtonLink>}
        title="Reset Employee Password"
      />
      <Panel flush>
        <PeopleSearchForm keep={{ rows }} placeholder="Name, username or ID" search={params.search}>
          <ChosenButton count={chosen.ids.size} />
        </PeopleSearchForm>
        <ChosenForm params={params} />
        {params.search === "" ? null : (
          <ListSummary
            count={found}
            out={{ to: all, words: "Clear the search" }}
            total={total}
            words="employees"
          />
        )}
        <ResetTable
          chosen={chosen}
          empty={
            <EmptyList
              clearTo={all}
              nothingFound={`No employees match “${params.search}”. You can search by name, username or ID.`}
              nothingYet="No employees yet. Add them under Employees."
              search={params.search}
            />
          }
          list={list}
        />
        <ListFooter
          keep={{ search: params.search || null }}
          of="employees"
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => resetListUrl({ ...params, page })}
          total={found}
        />
      </Panel>
    </>
  );
}

type Chosen = {
  ids: ReadonlySet<number>;
  isAll: boolean;
  choose: (id: number, isChosen: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
};

/** Returns the people who are selected on this page of the list. Going to another page clears the selection. */
function useChosen(lines: readonly ResetLine[]): Chosen {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const offered = lines.filter(({ mayReset }) => mayReset).map(({ id }) => id);
  const shown = offered.join();
  const [before, setBefore] = useState(shown);

  // Resets the selection while rendering. An effect would also clear checkboxes that were ticked before JavaScript
  // loaded.
  if (before !== shown) {
    setBefore(shown);
    setIds(new Set());
  }

  function choose(id: number, isChosen: boolean) {
    setIds((chosen) => new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  }

  return {
    ids,
    isAll: offered.length > 0 && offered.every((id) => ids.has(id)),
    choose,
    chooseAll: (isChosen) => setIds(new Set(isChosen ? offered : [])),
  };
}

const CHOSEN_FORM = "chosen";

/** The form for the selected people. Its checkboxes are in the table, outside the form. */
function ChosenForm({ params }: { params: ListParams }) {
  return (
    <form action={`${PATHS.resetPassword}/several`} id={CHOSEN_FORM} method="get">
      {Object.entries(toListQuery(params)).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
    </form>
  );
}

/** The button for the selected people. Without JavaScript the button cannot show how many there are. */
function ChosenButton({ count }: { count: number }) {
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <Button form={CHOSEN_FORM} icon="print">
        Reset selected and print letters
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-4 max-md:grow max-md:justify-between">
      <span className="text-muted" role="status">
        {count === 0 ? "Select several people to print their password letters" : `${count} selected`}
      </span>
      {count === 0 ? null : (
        <Button form={CHOSEN_FORM} icon="print" kind="primary">
          Reset {count} and print letters
        </Button>
      )}
    </div>
  );
}

type ResetTableProps = { list: ResetList; chosen: Chosen; empty: ReactNode };

function ResetTable({ list: { params, lines }, chosen, empty }: ResetTableProps) {
  return (
    <DataTable
      caption="Employees and their passwords"
      className="people-table border-t"
      columns={[tickColumn(chosen), ...columnsFor(params)]}
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
    head: (
      <Tick
        checked={isAll}
        className="unscripted:hidden"
        label="Select all on this page"
        onTick={chooseAll}
      />
    ),
    width: "w-12",
    className: "tick-cell",
    cell: ({ id, firstName, lastName, mayReset }) =>
      mayReset ? (
        <Tick
          checked={ids.has(id)}
          form={CHOSEN_FORM}
          label={`Select ${firstName} ${lastName}`}
          name={resetCheckboxName(id)}
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

/** A checkbox with a larger area to press. */
function Tick({ label, className = "", ...box }: TickProps) {
  return (
    <label className={`grid size-8 cursor-pointer place-items-center touch:size-11 ${className}`}>
      <TickBox {...box} aria-label={label} className="size-5 accent-red" />
    </label>
  );
}

function columnsFor(params: ListParams): Column<ResetLine>[] {
  const { search } = params;
  return [
    ...peopleColumns({ search, below: stateOnPhone }),
    { key: "password", title: "Password", wideOnly: true, cell: (line) => <PasswordState {...line} /> },
    {
      key: "act",
      title: "",
      numeric: true,
      cell: ({ id, firstName, lastName, mayReset }) =>
        mayReset ? (
          <Link
            aria-label={`Reset the password of ${firstName} ${lastName}`}
            className="row-act"
            preventScrollReset
            to={confirmResetUrl(id, params)}
          >
            Reset
          </Link>
        ) : null,
    },
  ];
}

/** Shows the state of the password only if it needs attention, because a phone has little room. */
function stateOnPhone(line: ResetLine) {
  return line.isOneTime || !line.mayReset ? <PasswordState {...line} /> : null;
}

function PasswordState({ password, isOneTime, mayReset }: ResetLine) {
  const isNews = isOneTime && mayReset;
  return <span className={`text-13 ${isNews ? "font-semibold" : "font-normal text-muted"}`}>{password}</span>;
}
