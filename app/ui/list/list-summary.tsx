import { Link } from "@remix-run/react";

type ShownLineProps = {
  count: number;
  /** The number of rows without the search, where a search leaves some out. */
  total?: number | false;
  /** The counted things, and their order. */
  words: string;
  /** A link to the whole list or the usual order. */
  out: { to: string; words: string } | null;
};

/** The line over a list that says in words which rows the list shows. */
export function ListSummary({ count, total, words, out }: ShownLineProps) {
  const all = total === undefined || total === false ? "" : ` of ${total.toLocaleString("en")}`;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t px-4 py-2 text-13 text-muted md:px-5">
      <p role="status">
        <strong className="text-ink">
          {count.toLocaleString("en")}
          {all}
        </strong>{" "}
        {words}
      </p>
      {out ? (
        <Link className="inline-flex min-h-6 items-center touch:min-h-11" preventScrollReset to={out.to}>
          {out.words}
        </Link>
      ) : null}
    </div>
  );
}
