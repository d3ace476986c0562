import { Link, Outlet } from "@remix-run/react";
import { useCallback, useState, type ReactNode } from "react";
import { PATHS } from "#domain/paths.ts";
import { toListQuery, type ListParams } from "#domain/people/list-params.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { TextButton } from "#ui/form/text-button.tsx";
import { EmptyList } from "#ui/list/empty-list.tsx";
import { ListFooter, ListSummary } from "#ui/list/list-foot.tsx";
import { peopleColumns } from "#ui/list/people-columns.tsx";
import { PeopleSearchForm } from "#ui/list/search-strip.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { PasswordResetLine, PasswordResetList } from "./reset-password.server.ts";
import {
  selectedEmployeesQuery,
  confirmPasswordResetUrl,
  MAX_PASSWORD_RESETS,
  resetCheckboxName,
  passwordResetListUrl,
} from "./reset.rules.ts";

/**
 * Lists the employees with the state of each password. One password is reset from its row, several with the checkboxes.
 * The dialog of the reset opens over the list.
 */
export function ResetPasswordPage({ list }: { list: PasswordResetList }) {
  const { params, found, total } = list;
  const { rows } = toListQuery(params);
  const chosen = useChosen(list);
  const all = passwordResetListUrl({ ...params, search: "", page: 1 }, chosen.ids);
  return (
    <>
      <PageHead
        actions={<ButtonLink to={PATHS.password}>Change your own password</ButtonLink>}
        title="Reset Employee Password"
      />
      <Panel flush>
        <PeopleSearchForm
          id={LIST_FORM}
          keep={{ rows, ...selectedEmployeesQuery(chosen.elsewhere) }}
          placeholder="Name, username or ID"
          search={params.search}
        >
          <ChosenButton chosen={chosen} page={params.page} />
        </PeopleSearchForm>
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
          keep={{ search: params.search || null, ...selectedEmployeesQuery(chosen.ids) }}
          of="employees"
          page={params.page}
          pageSize={params.rows}
          pageTo={(page) => passwordResetListUrl({ ...params, page }, chosen.ids)}
          sentWithoutScript={{ form: LIST_FORM, formAction: PATHS.resetPassword, formMethod: "get" }}
          total={found}
        />
      </Panel>
      <Outlet context={chosen.deselect} />
    </>
  );
}

type Chosen = {
  ids: ReadonlySet<number>;
  /** The selected people who are not on this page of the list. */
  elsewhere: readonly number[];
  isAll: boolean;
  choose: (id: number, isChosen: boolean) => void;
  chooseAll: (isChosen: boolean) => void;
  deselect: DeselectPeople;
};

/** Deselects people, for example after their passwords were reset. */
export type DeselectPeople = (ids: Iterable<number>) => void;

/** Returns the people who are selected. They stay selected while the person searches and turns pages. */
function useChosen({ chosen, lines }: PasswordResetList): Chosen {
  const [ids, setIds] = useState<ReadonlySet<number>>(() => new Set(chosen));
  const offered = lines.filter(({ mayReset }) => mayReset).map(({ id }) => id);

  const deselect = useCallback<DeselectPeople>((people) => {
    const left = new Set(people);
    setIds((before) => new Set([...before].filter((id) => !left.has(id))));
  }, []);

  function change(people: readonly number[], isChosen: boolean) {
    if (!isChosen) return deselect(people);
    setIds((before) => new Set([...new Set([...before, ...people])].slice(0, MAX_PASSWORD_RESETS)));
  }

  return {
    ids,
    elsewhere: [...ids].filter((id) => !offered.includes(id)),
    isAll: offered.length > 0 && offered.every((id) => ids.has(id)),
    choose: (id, isChosen) => change([id], isChosen),
    chooseAll: (isChosen) => change(offered, isChosen),
    deselect,
  };
}

/** The id of the search form. The checkboxes belong to it, so that each of its buttons sends them. */
const LIST_FORM = "employees-list";

type ChosenButtonProps = { chosen: Chosen; page: number };

/** The button for the selected people. Without JavaScript the button cannot show how many there are. */
function ChosenButton({ chosen: { ids, elsewhere, deselect }, page }: ChosenButtonProps) {
  const hydrated = useHydrated();
  const button = {
    formAction: `${PATHS.resetPassword}/several`,
    icon: "print",
    name: "page",
    value: page,
  } as const;
  if (!hydrated) return <Button {...button}>Reset selected and print letters</Button>;
  if (ids.size === 0) {
    return (
      <span className="text-muted" role="status">
        Select several people to print their password letters
      </span>
    );
  }
  const others = elsewhere.length === 0 ? "" : `, ${elsewhere.length} of them on other pages`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:grow max-md:justify-between">
      <span className="text-muted" role="status">
        {ids.size} selected{others}
        {ids.size < MAX_PASSWORD_RESETS
          ? null
          : `. You can reset at most ${MAX_PASSWORD_RESETS} passwords at once.`}
      </span>
      <TextButton onClick={() => deselect(ids)}>Clear</TextButton>
      <Button {...button} kind="primary">
        Reset {ids.size} and print letters
      </Button>
    </div>
  );
}

type ResetTableProps = { list: PasswordResetList; chosen: Chosen; empty: ReactNode };

function ResetTable({ list: { params, lines }, chosen, empty }: ResetTableProps) {
  return (
    <DataTable
      caption="Employees and their passwords"
      className="people-table border-t"
      columns={[tickColumn(chosen), ...columnsFor(params, chosen)]}
      empty={empty}
      rowKey={({ id }) => id}
      rows={lines}
    />
  );
}

function tickColumn({ ids, isAll, choose, chooseAll }: Chosen): DataTableColumn<PasswordResetLine> {
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
          form={LIST_FORM}
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

function columnsFor(params: ListParams, { ids }: Chosen): DataTableColumn<PasswordResetLine>[] {
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
            to={confirmPasswordResetUrl(id, params, ids)}
          >
            Reset
          </Link>
        ) : null,
    },
  ];
}

/** Shows the state of the password only if it needs attention, because a phone has little room. */
function stateOnPhone(line: PasswordResetLine) {
  return line.isOneTime || !line.mayReset ? <PasswordState {...line} /> : null;
}

function PasswordState({ password, isOneTime, mayReset }: PasswordResetLine) {
  const isNews = isOneTime && mayReset;
  return <span className={`text-13 ${isNews ? "font-semibold" : "font-normal text-muted"}`}>{password}</span>;
}
