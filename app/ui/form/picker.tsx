import { Link, useNavigate } from "@remix-run/react";
import { useState, type FormEvent, type ReactNode } from "react";
import { EmptyState } from "../page/empty-state.tsx";
import { Icon } from "../page/icon.tsx";
import { Paging, type PagingProps } from "../page/paging.tsx";
import { ButtonLink } from "./button.tsx";
import { filterByWords } from "./matching.ts";
import { SearchForm } from "./search-form.tsx";

export type PickerItem = {
  to: string;
  title: string;
  /** Muted text at the right, such as a class or a date. */
  detail?: string;
};

type PickerProps = {
  /** The label above the search box, such as 'Search teachers'. */
  label: string;
  picks: readonly PickerItem[];
  /** The search words in the address. */
  query: string;
  queryName?: string;
  /** The other parameters of the address, which a search must keep. */
  keep?: Readonly<Record<string, string>>;
  /** Content in place of the list when there is nothing to choose from. */
  empty: ReactNode;
  /** The paging of a list that is longer than a page and is searched by the server. */
  paging?: PagingProps;
};

/**
 * A list of links to choose from. Without JavaScript, the box is a search form. With JavaScript, typing narrows the
 * list, and Enter opens the last remaining link.
 */
export function LinkPicker(props: PickerProps) {
  const { label, picks, query, queryName = "q", keep = {}, empty, paging } = props;
  const [typed, setTyped] = useState(query);
  const [cleared, setCleared] = useState(0);
  const navigate = useNavigate();
  if (picks.length === 0) return empty;
  const isPart = paging !== undefined && paging.total > paging.pageSize;
  const found = isPart ? picks : filterByWords(picks, typed, (pick) => `${pick.title} ${pick.detail ?? ""}`);
  const [only, ...others] = found;

  /** Lets the server search only if the list has more pages. A complete list is narrowed on the page. */
  function look(event: FormEvent) {
    if (!only || isPart) return;
    event.preventDefault();
    if (others.length === 0) navigate(only.to);
  }

  function showAll() {
    setTyped("");
    setCleared(cleared + 1);
  }

  return (
    <>
      <SearchForm
        className="border-b p-4 md:px-5"
        key={cleared}
        label={label}
        name={queryName}
        onSubmit={look}
        onType={setTyped}
        query={typed === "" ? "" : query}
      >
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
      </SearchForm>
      <p className="px-4 pt-2 text-13 text-muted md:px-5" role="status">
        {found.length.toLocaleString("en")} of {(paging?.total ?? picks.length).toLocaleString("en")}
      </p>
      {found.length === 0 ? <NoMatch keep={keep} onShowAll={showAll} typed={typed.trim()} /> : null}
      <PickList picks={found} />
      {paging ? <Paging {...paging} /> : null}
    </>
  );
}

type NoMatchProps = Required<Pick<PickerProps, "keep">> & { typed: string; onShowAll: () => void };

function NoMatch({ typed, keep, onShowAll }: NoMatchProps) {
  const all = (
    <ButtonLink onClick={onShowAll} preventScrollReset to={`?${new URLSearchParams(keep)}`}>
      Show all
    </ButtonLink>
  );
  return (
    <EmptyState action={all} title={`No match for “${typed}”`}>
      You can type part of a name, with the words in any order.
    </EmptyState>
  );
}

function PickList({ picks }: { picks: readonly PickerItem[] }) {
  return (
    <ul className="divide-y divide-line">
      {picks.map(({ to, title, detail }) => (
        <li key={to}>
          <Link
            className="flex min-h-11 items-center gap-3 px-4 py-2 text-ink no-underline hover:bg-cream hover:text-red md:px-5"
            to={to}
          >
            <span className="min-w-0 grow font-semibold">{title}</span>
            {detail ? <span className="text-muted">{detail}</span> : null}
            <Icon className="text-field" name="chevron-right" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
