import { classes } from "#ui/classes.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { DataTable, type Column } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { rolloverUrl } from "../rollover-params.rules.ts";
import type { OutcomeChoices, OutcomeList, Rollover } from "../rollover.ts";
import { OutcomeFilters } from "./outcome-filters.tsx";
import { INKS, type OutcomeView } from "./outcome-view.rules.ts";

type OutcomesTableProps = {
  rollover: Rollover;
  outcomes: OutcomeList;
  choices: OutcomeChoices;
  title?: string;
  /** The titles of the columns for the two classes. */
  heads: { was: string; next: string };
  /** The id of the form that sends the ticked students elsewhere; null when decisions can no longer be made. */
  form: string | null;
};

/** The outcome of each student, a page at a time. */
export function OutcomesTable({ rollover, outcomes, choices, title, heads, form }: OutcomesTableProps) {
  const { id, params } = rollover;
  return (
    <Panel aside={title && `${spanWords(rollover, outcomes)}, by class and name`} flush title={title}>
      <OutcomeFilters
        choices={choices}
        rollover={rollover}
        words={title ? null : spanWords(rollover, outcomes)}
      />
      <DataTable
        caption="Students"
        className="people-table"
        columns={[...firstColumns(title, form, params.isTicked), ...columnsOf(heads)]}
        empty={
          <EmptyState action={<ButtonLink to={rolloverUrl(id)}>Show all students</ButtonLink>}>
            No students match these filters.
          </EmptyState>
        }
        rowClass={({ tone }) => (tone === "refused" ? "bg-refused-wash" : undefined)}
        rowKey={({ key }) => key}
        rows={outcomes.rows}
      />
      <Paging
        of="students"
        page={params.page}
        pageSize={outcomes.pageSize}
        pageTo={(page) => rolloverUrl(id, { ...params, page })}
        total={outcomes.total}
      />
    </Panel>
  );
}

function spanWords({ params: { page } }: Rollover, { rows, total, pageSize }: OutcomeList): string {
  if (total === 0) return "no students";
  const from = (page - 1) * pageSize + 1;
  return `${from.toLocaleString("en")} to ${(from + rows.length - 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
}

/** Returns the columns before the names: a number in the journal, a box for students who can be sent elsewhere. */
function firstColumns(
  title: OutcomesTableProps["title"],
  form: OutcomesTableProps["form"],
  isTicked: boolean,
): Column<OutcomeView>[] {
  if (form !== null) return [tickColumn(form, isTicked)];
  return title === undefined ? [] : [NUMBER];
}

const NUMBER: Column<OutcomeView> = {
  key: "place",
  title: "#",
  width: "w-14",
  numeric: true,
  wideOnly: true,
  className: "margin-rule text-13 text-muted",
  cell: ({ place }) => place.toLocaleString("en"),
};

function tickColumn(form: string, isTicked: boolean): Column<OutcomeView> {
  return {
    key: "tick",
    title: "Selected",
    head: <span className="sr-only">Selected</span>,
    width: "w-12",
    className: "margin-rule",
    cell: ({ key, name }) => (
      <input
        aria-label={name}
        className="tick"
        defaultChecked={isTicked}
        form={form}
        key={`${key} ${isTicked}`}
        name={`student ${key}`}
        type="checkbox"
      />
    ),
  };
}

function columnsOf(heads: OutcomesTableProps["heads"]): Column<OutcomeView>[] {
  return [
    {
      key: "name",
      title: "Name",
      names: true,
      cell: (outcome) => (
        <span className="block min-w-0">
          {outcome.name}
          <span className="mt-0.5 block font-normal md:hidden">
            <What {...outcome} />
          </span>
        </span>
      ),
    },
    { key: "was", title: heads.was, width: "w-[104px]", wideOnly: true, cell: ({ was }) => was },
    {
      key: "next",
      title: heads.next,
      width: "w-[100px]",
      cell: ({ was, next, tone }) => (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <span className="text-muted md:hidden">{was}</span>
          <Icon className="text-field" name="arrow-right" />
          <span
            className={classes(
              "font-semibold",
              tone === "refused" && "text-refused",
              tone === "pencil" && "border-b border-dashed border-waiting text-waiting",
            )}
          >
            {next}
          </span>
        </span>
      ),
    },
    {
      key: "what",
      title: "What happens",
      width: "w-[190px]",
      wideOnly: true,
      cell: (outcome) => <What {...outcome} />,
    },
    {
      key: "why",
      title: "Why",
      width: "w-[220px]",
      wideOnly: true,
      className: "text-13 text-muted",
      cell: ({ why }) => why,
    },
  ];
}

function What({ what, icon, tone }: OutcomeView) {
  return (
    <span className={classes("inline-flex items-center gap-2 text-13", INKS[tone])}>
      <Icon name={icon} />
      {what}
    </span>
  );
}
