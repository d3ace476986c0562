import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { isBalanced, countAllOutcomes, type Balance, type OutcomeKind } from "#domain/rollover/rollover.ts";
import { classes } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { rolloverUrl } from "./rollover-params.rules.ts";
import type { Rollover } from "./rollover.ts";

type Line = { label: string; count: number; what: OutcomeKind | null; isShown: boolean };

/** The balance of students, laid out as in a ledger: a double rule stands only under a sum that balances. */
export function Ledger({ rollover, aside, closed }: { rollover: Rollover; aside: string; closed: string }) {
  const { balance, from, params } = rollover;
  const isWhole = isBalanced(balance);
  return (
    <div className="flex flex-col gap-4">
      <Panel aside={aside} flush title="Student numbers">
        <ul className="divide-y divide-line">
          <Row isCurrent={params.what === null && !params.isAssumed} to={rolloverUrl(rollover.id)}>
            Enrolled, {from.short}
            <Figure>{balance.enrolled}</Figure>
          </Row>
          {balance.assumed > 0 ? (
            <Row
              className="min-h-8 pl-9 text-13 font-semibold text-waiting"
              isCurrent={params.isAssumed}
              to={rolloverUrl(rollover.id, { isAssumed: true })}
            >
              <span className="flex items-center gap-2">
                <Icon name="pencil" />
                of these, assumed
              </span>
              <span>{balance.assumed.toLocaleString("en")}</span>
            </Row>
          ) : null}
          {linesOf(rollover).map(({ label, count, what }) => (
            <Row isCurrent={params.what === what} key={label} to={rolloverUrl(rollover.id, { what })}>
              {label}
              <Figure>{count}</Figure>
            </Row>
          ))}
        </ul>
        <Sum balance={balance} closed={closed} isWhole={isWhole} rollover={rollover} />
      </Panel>
      <Beside rollover={rollover} />
    </div>
  );
}

function linesOf({ balance, endsYear: turnsYear }: Rollover): Line[] {
  const lines: Line[] = [
    { label: "Promoted", count: balance.promoted, what: "promoted", isShown: turnsYear },
    { label: "Repeating", count: balance.repeating, what: "repeating", isShown: turnsYear },
    { label: "Leaving", count: balance.leaving, what: "leaving", isShown: turnsYear },
    { label: "Staying", count: balance.staying, what: "staying", isShown: !turnsYear || balance.staying > 0 },
    { label: "Staying, without a class", count: balance.unplaced, what: "unplaced", isShown: true },
  ];
  return lines.filter(({ isShown }) => isShown);
}

type SumProps = { rollover: Rollover; balance: Balance; isWhole: boolean; closed: string };

function Sum({ rollover, balance, isWhole, closed }: SumProps) {
  return (
    <div className="border-t border-ink">
      <p className="flex min-h-12 items-center justify-between px-4 font-bold md:px-5">
        Total
        <span className="flex items-center gap-2">
          {isWhole ? <Icon className="text-saved" name="tick" /> : null}
          <Figure>{countAllOutcomes(balance)}</Figure>
        </span>
      </p>
      {isWhole ? (
        <div className="px-4 pb-3 md:px-5">
          <div className="h-1.5 border-b border-t-[3px] border-red" />
          <p className="mt-2 text-13 text-muted">{closed}</p>
        </div>
      ) : null}
      {balance.nowhere > 0 ? (
        <Link
          className="flex items-center justify-between bg-refused-wash px-4 py-2 text-ink no-underline md:px-5"
          preventScrollReset
          to={rolloverUrl(rollover.id, { what: "nowhere" })}
        >
          <span className="flex gap-2">
            <Icon className="mt-[3px] text-refused" name="refused" />
            <span>
              <span className="block font-semibold text-refused">No class to go to</span>
              <span className="block text-13">The numbers do not add up yet.</span>
            </span>
          </span>
          <strong className="text-18 tabular-nums text-refused">
            {balance.nowhere.toLocaleString("en")}
          </strong>
        </Link>
      ) : null}
    </div>
  );
}

function Beside({ rollover: { id, balance, to, params } }: { rollover: Rollover }) {
  return (
    <ul className="-mx-4 divide-y divide-line border-y bg-paper md:mx-0 md:rounded md:border-x">
      <Row isCurrent={params.what === "new"} to={rolloverUrl(id, { what: "new" })}>
        Newly registered
        <Figure size="text-15">{balance.newcomers}</Figure>
      </Row>
      <li className="flex min-h-10 items-center justify-between gap-3 px-4 md:px-5">
        On the roll, {to.title}
        <Figure size="text-15">{balance.on_roll}</Figure>
      </li>
    </ul>
  );
}

type RowProps = { to: string; isCurrent: boolean; className?: string; children: ReactNode };

function Row({ to, isCurrent, className, children }: RowProps) {
  return (
    <li>
      <Link
        aria-current={isCurrent ? "true" : undefined}
        className={classes(
          "relative flex min-h-10 items-center justify-between px-4 no-underline hover:underline touch:min-h-11 md:px-5",
          className ?? (isCurrent ? "font-bold text-red" : "text-ink"),
          isCurrent &&
            "before:absolute before:inset-y-0 before:left-0 before:w-1 before:bg-red before:content-['']",
        )}
        preventScrollReset
        to={to}
      >
        {children}
      </Link>
    </li>
  );
}

function Figure({ size = "text-18", children }: { size?: string; children: number }) {
  return <strong className={classes(size, "tabular-nums text-ink")}>{children.toLocaleString("en")}</strong>;
}
