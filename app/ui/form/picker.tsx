import { Link } from "@remix-run/react";
import { useState, type ReactNode } from "react";

import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Icon } from "../page/icon.tsx";
import { matching } from "./matching.ts";

export type PickerItem = {
  to: string;
  title: string;
  /** At the right, muted: a class, a date. */ detail?: string;
};

type PickerProps = {
  /** Over the search box: 'Search teachers'. */
  label: string;
  picks: readonly PickerItem[];
  /** What was searched for, from the URL. */
  query: string;
  /** Its name in the URL. */
  queryName?: string;
  /** The rest of the URL's query, kept by the search. */
  keep?: Readonly<Record<string, string>>;
  /** In place of the list when there is nothing to pick at all. */
  empty: ReactNode;
};

/** A list to pick from, of links. Without script the box is a search form; with it the list narrows as one types. */
export function Picker({ label, picks, query, queryName = "q", keep = {}, empty }: PickerProps) {
  const [typed, setTyped] = useState(query);
  if (picks.length === 0) return empty;
  const found = matching(picks, typed, (pick) => `${pick.title} ${pick.detail ?? ""}`);
  return (
    <>
      <form className="flex items-end gap-2 border-b p-4 md:px-5" method="get" role="search">
        {Object.entries(keep).map(([name, value]) => (
          <input key={name} name={name} type="hidden" value={value} />
        ))}
        <div className="grow">
          <Field
            autoComplete="off"
            defaultValue={query}
            label={label}
            name={queryName}
            onChange={(event) => setTyped(event.currentTarget.value)}
            type="search"
          />
        </div>
        <Button icon="search">Search</Button>
      </form>
      <p className="px-4 pt-2 text-13 text-muted md:px-5" role="status">
        {found.length === 0 ? `No match for ‘${typed.trim()}’` : `${found.length} of ${picks.length}`}
      </p>
      <PickList picks={found} />
    </>
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
