import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ListedPerson } from "#domain/people/list-params.ts";
import type { DataTableColumn } from "../page/data-table.tsx";
import { HighlightMatches } from "./empty-list.tsx";
import { PersonAvatar } from "./person-circle.tsx";

type Named<Row> = {
  search: string;
  /** The address that the name links to. */
  to?: (row: Row) => string;
  /** On a phone, `also` follows the user name, and `below` has its own line. */
  also?: (row: Row) => string | null;
  below?: (row: Row) => ReactNode;
};

/** Returns the columns for ID, picture, names and user name. Each column's key is a sort key of the list. */
export function peopleColumns<Row extends ListedPerson>(
  named: Named<Row>,
  { sortable = false } = {},
): DataTableColumn<Row>[] {
  const { search } = named;
  return [
    {
      key: "id",
      title: "ID",
      width: "w-[60px]",
      sortable,
      wideOnly: true,
      className: "margin-rule",
      cell: ({ id }) => <HighlightMatches search={search} text={String(id)} />,
    },
    {
      key: "picture",
      title: "",
      width: "w-14",
      cell: ({ initials, picture }) => <PersonAvatar initials={initials} src={picture} />,
    },
    {
      key: "last",
      title: "Last Name",
      sortable,
      names: true,
      cell: (row) => <Name {...named} row={row} />,
    },
    {
      key: "first",
      title: "First Name",
      sortable,
      wideOnly: true,
      cell: ({ firstName }) => <HighlightMatches search={search} text={firstName} />,
    },
    {
      key: "user",
      title: "User Name",
      sortable,
      wideOnly: true,
      className: "text-muted",
      cell: ({ userName }) => <HighlightMatches search={search} text={userName ?? "–"} />,
    },
  ];
}

/** The name. On a phone the cell shows everything: `Bachan, Nirmala` above the ID and the user name. */
function Name<Row extends ListedPerson>({ row, search, to, also, below }: Named<Row> & { row: Row }) {
  const { id, firstName, lastName, userName } = row;
  const name = (
    <>
      <HighlightMatches search={search} text={lastName} />
      <span className="md:hidden">
        , <HighlightMatches search={search} text={firstName} />
      </span>
    </>
  );
  const under = below?.(row);
  return (
    <span className="flex min-w-0 flex-col">
      {to ? (
        <Link
          aria-label={`${lastName}, ${firstName}`}
          className="row-name break-words"
          preventScrollReset
          to={to(row)}
        >
          {name}
        </Link>
      ) : (
        <span className="break-words max-md:font-semibold">{name}</span>
      )}
      <span className="text-13 font-normal text-muted md:hidden">
        {[`ID ${id}`, userName, also?.(row)].filter(Boolean).join(" · ")}
      </span>
      {under ? <span className="md:hidden">{under}</span> : null}
    </span>
  );
}
