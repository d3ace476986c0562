import { Link } from "@remix-run/react";
import { carriedTitle, formatEquation, type NotCarried } from "#domain/rollover/carried.ts";
import { classes } from "#ui/classes.ts";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { rolloverUrl } from "../rollover-params.rules.ts";
import type { Rollover } from "../rollover.ts";

/** Shows how many classes, lessons, teachers and subject choices were carried over, are new, or were left out. */
export function CarriedLedger({ rollover: { id, to, params, carriedOver } }: { rollover: Rollover }) {
  if (carriedOver === null) return null;
  const left = carriedOver.notCarried.length;
  return (
    <Panel className="mt-4" flush title={`Carried over into ${to.year}`}>
      <dl className="divide-y divide-line">
        {carriedOver.lines.map((line) => (
          <div className="px-4 py-2 md:px-5" key={line.kind}>
            <dt className="font-semibold">{carriedTitle(line)}</dt>
            <dd className="text-13 tabular-nums text-muted">
              {formatEquation(line)}
              {line.note ? <span className="block">{line.note}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      <Link
        aria-current={params.tab === "carried" ? "true" : undefined}
        className="flex min-h-10 items-center gap-2 border-t px-4 md:px-5"
        preventScrollReset
        to={rolloverUrl(id, { tab: "carried" })}
      >
        {left === 0
          ? "Everything is carried over"
          : `See what is not carried over (${left.toLocaleString("en")})`}
      </Link>
    </Panel>
  );
}

/** The names of everything that is left out, each with the reason and the consequence. */
export function NotCarriedTable({ rollover: { to, carriedOver } }: { rollover: Rollover }) {
  return (
    <Panel flush>
      <DataTable
        caption={`Not carried over into ${to.year}`}
        columns={COLUMNS}
        empty={
          <EmptyState action={null}>
            Every class, lesson, form teacher, dean and subject choice is carried over into {to.year}.
          </EmptyState>
        }
        rowKey={({ what, why }) => `${what} ${why}`}
        rows={carriedOver?.notCarried ?? []}
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<NotCarried>[] = [
  {
    key: "what",
    title: "Not carried over",
    names: true,
    width: "w-[260px]",
    cell: ({ what, isGrave }) => (
      <span className={classes("inline-flex items-baseline gap-2", isGrave && "text-waiting")}>
        {isGrave ? <Icon className="shrink-0 self-center" name="pencil" /> : null}
        {what}
      </span>
    ),
  },
  { key: "why", title: "Why", prose: true, width: "w-[240px]", cell: ({ why }) => why },
  { key: "means", title: "What it means", prose: true, cell: ({ means }) => means },
];
