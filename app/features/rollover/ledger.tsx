import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MESSAGES } from "#domain/messages.ts";
import {
  formatCarriedOverTitle,
  formatCarriedOverSum,
  type NotCarriedItem,
  isBalanced,
  countAllRolloverOutcomes,
  type RolloverBalance,
  type RolloverOutcomeKind,
} from "#domain/rollover/rollover.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import type { ButtonKind } from "#ui/form/button.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { rolloverUrl, type RolloverPageBase } from "./rollover.rules.ts";

type Line = { label: string; count: number; what: RolloverOutcomeKind | null; isShown: boolean };

/** Shows the numbers of students. As in accounts, a double line under a total means that they add up. */
export function RolloverStudentCounts({
  rollover,
  aside,
  closed,
}: {
  rollover: RolloverPageBase;
  aside: string;
  closed: string;
}) {
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
                of these, without a decision
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

function linesOf({ balance, endsYear: turnsYear }: RolloverPageBase): Line[] {
  const lines: Line[] = [
    { label: "Promoted", count: balance.promoted, what: "promoted", isShown: turnsYear },
    { label: "Repeating", count: balance.repeating, what: "repeating", isShown: turnsYear },
    { label: "Leaving", count: balance.leaving, what: "leaving", isShown: turnsYear },
    { label: "Staying", count: balance.staying, what: "staying", isShown: !turnsYear || balance.staying > 0 },
    { label: "Staying, without a class", count: balance.unplaced, what: "unplaced", isShown: true },
  ];
  return lines.filter(({ isShown }) => isShown);
}

type SumProps = { rollover: RolloverPageBase; balance: RolloverBalance; isWhole: boolean; closed: string };

function Sum({ rollover, balance, isWhole, closed }: SumProps) {
  return (
    <div className="border-t border-ink">
      <p className="flex min-h-12 items-center justify-between px-4 font-bold md:px-5">
        Total
        <span className="flex items-center gap-2">
          {isWhole ? <Icon className="text-saved" name="tick" /> : null}
          <Figure>{countAllRolloverOutcomes(balance)}</Figure>
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

function Beside({ rollover: { id, balance, to, params } }: { rollover: RolloverPageBase }) {
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
        className={joinClassNames(
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
  return (
    <strong className={joinClassNames(size, "tabular-nums text-ink")}>{children.toLocaleString("en")}</strong>
  );
}

/** A button that rehearses the same dates again, before a rollover or after one that was undone. */
export function RehearseAgainButton({ id, kind }: { id: number; kind?: ButtonKind }) {
  const [form] = useActionForm("rehearse-again");
  return (
    <ActionForm
      action={rolloverUrl(id)}
      form={form}
      rejectedTitle={MESSAGES.termNotSet}
      replace
      unansweredTitle={MESSAGES.termNotSet}
    >
      <BusyButton busy="Rehearsing" intent="again" kind={kind}>
        Rehearse again
      </BusyButton>
    </ActionForm>
  );
}

/** Shows how many classes, lessons, teachers and subject choices are carried over, new, or left out. */
export function CarriedOverSummary({
  rollover: { id, to, params, carriedOver },
}: {
  rollover: RolloverPageBase;
}) {
  if (carriedOver === null) return null;
  const left = carriedOver.notCarried.length;
  return (
    <Panel className="mt-4" flush title={`Carried over into ${to.year}`}>
      <dl className="divide-y divide-line">
        {carriedOver.lines.map((line) => (
          <div className="px-4 py-2 md:px-5" key={line.kind}>
            <dt className="font-semibold">{formatCarriedOverTitle(line)}</dt>
            <dd className="text-13 tabular-nums text-muted">
              {formatCarriedOverSum(line)}
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

/** Lists everything that is left out, with the reason and the consequence. */
export function NotCarriedTable({ rollover: { to, carriedOver } }: { rollover: RolloverPageBase }) {
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

const COLUMNS: readonly DataTableColumn<NotCarriedItem>[] = [
  {
    key: "what",
    title: "Not carried over",
    names: true,
    width: "w-[260px]",
    cell: ({ what, isGrave }) => (
      <span className={joinClassNames("inline-flex items-baseline gap-2", isGrave && "text-waiting")}>
        {isGrave ? <Icon className="shrink-0 self-center" name="pencil" /> : null}
        {what}
      </span>
    ),
  },
  { key: "why", title: "Why", prose: true, width: "w-[240px]", cell: ({ why }) => why },
  { key: "means", title: "Consequence", prose: true, cell: ({ means }) => means },
];
