import { Form, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { ButtonLink, Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Paging } from "#ui/page/paging.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  rolloverUrl,
  type RolloverOutcomeOptions,
  type RolloverOutcomeList,
  type RolloverPageBase,
  ROLLOVER_OUTCOME_TONE_CLASSES,
  type RolloverOutcomeView,
} from "../rollover.rules.ts";

type OutcomesTableProps = {
  rollover: RolloverPageBase;
  outcomes: RolloverOutcomeList;
  choices: RolloverOutcomeOptions;
  title?: string;
  /** The headings of the columns for the old and the new class. */
  heads: { was: string; next: string };
  /**
   * The id of the form that changes the outcome of the selected students; null if outcomes can no longer be changed.
   */
  form: string | null;
  /** The strip above the table that selects the whole list. */
  strip?: ReactNode;
};

/** Lists the outcome of each student, one page at a time. */
export function RolloverOutcomesTable({
  rollover,
  outcomes,
  choices,
  title,
  heads,
  form,
  strip,
}: OutcomesTableProps) {
  const { id, params } = rollover;
  return (
    <Panel aside={title && `${spanWords(rollover, outcomes)}, by class and name`} flush title={title}>
      <OutcomeFilters
        choices={choices}
        rollover={rollover}
        words={title ? null : spanWords(rollover, outcomes)}
      />
      {strip}
      <DataTable
        caption="Students"
        className="people-table"
        columns={[...firstColumns(title, form), ...columnsOf(heads)]}
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
        form={params.selection === null ? undefined : (form ?? undefined)}
        of="students"
        page={params.page}
        pageSize={outcomes.pageSize}
        pageTo={(page) => rolloverUrl(id, { ...params, page })}
        total={outcomes.total}
      />
    </Panel>
  );
}

function spanWords(
  { params: { page } }: RolloverPageBase,
  { rows, total, pageSize }: RolloverOutcomeList,
): string {
  if (total === 0) return "no students";
  const from = (page - 1) * pageSize + 1;
  return `${from.toLocaleString("en")} to ${(from + rows.length - 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
}

/**
 * Returns the first columns, before the names: a number in the journal, or a checkbox while outcomes can be changed.
 */
function firstColumns(
  title: OutcomesTableProps["title"],
  form: OutcomesTableProps["form"],
): DataTableColumn<RolloverOutcomeView>[] {
  if (form !== null) return [tickColumn(form)];
  return title === undefined ? [] : [NUMBER];
}

const NUMBER: DataTableColumn<RolloverOutcomeView> = {
  key: "place",
  title: "#",
  width: "w-14",
  numeric: true,
  wideOnly: true,
  className: "margin-rule text-13 text-muted",
  cell: ({ place }) => place.toLocaleString("en"),
};

function tickColumn(form: string): DataTableColumn<RolloverOutcomeView> {
  return {
    key: "tick",
    title: "Selected",
    head: <span className="sr-only">Selected</span>,
    width: "w-12",
    className: "margin-rule",
    cell: ({ key, name, isSelected }) => (
      <>
        <input form={form} name={`shown ${key}`} type="hidden" value="" />
        <input
          aria-label={name}
          className="tick align-middle"
          defaultChecked={isSelected}
          form={form}
          key={`${key} ${isSelected}`}
          name={`student ${key}`}
          type="checkbox"
        />
      </>
    ),
  };
}

function columnsOf(heads: OutcomesTableProps["heads"]): DataTableColumn<RolloverOutcomeView>[] {
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
        <span className="inline-flex items-center gap-2 whitespace-nowrap align-middle">
          <span className="text-muted md:hidden">{was}</span>
          <Icon className="text-field" name="arrow-right" />
          <span
            className={joinClassNames(
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
      width: "w-[176px]",
      wideOnly: true,
      cell: (outcome) => <What {...outcome} />,
    },
    {
      key: "why",
      title: "Why",
      width: "w-[200px]",
      wideOnly: true,
      className: "text-13 text-muted",
      cell: ({ why }) => why,
    },
  ];
}

function What({ what, icon, tone }: RolloverOutcomeView) {
  return (
    <span
      className={joinClassNames(
        "inline-flex items-center gap-2 align-middle text-13",
        ROLLOVER_OUTCOME_TONE_CLASSES[tone],
      )}
    >
      <Icon name={icon} />
      {what}
    </span>
  );
}

type OutcomeFiltersProps = {
  rollover: RolloverPageBase;
  choices: RolloverOutcomeOptions;
  words: string | null;
};

/**
 * The filters by level, class and name. With JavaScript, a filter applies at once; without it, a button applies them.
 */
function OutcomeFilters({ rollover: { id, params }, choices, words }: OutcomeFiltersProps) {
  const submit = useSubmit();
  const choose = ({ form }: HTMLSelectElement) => submit(form, { preventScrollReset: true });
  const kept = { what: params.what, assumed: params.isAssumed ? "1" : null };
  return (
    <Form
      action={rolloverUrl(id)}
      className="flex flex-wrap items-center gap-2 border-b p-3 md:px-4"
      method="get"
      preventScrollReset
      role="search"
    >
      {Object.entries(kept).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <Choice all="All levels" choices={choices.levels} name="level" onChoose={choose} value={params.level} />
      <Choice
        all="All classes"
        choices={choices.classes}
        name="class"
        onChoose={choose}
        value={params.classId}
      />
      <input
        aria-label="Name"
        autoComplete="off"
        className="field-box w-[200px] min-w-0 grow md:grow-0"
        defaultValue={params.name}
        key={params.name}
        name="name"
        placeholder="Name"
        type="search"
      />
      <Button icon="search">Search</Button>
      {words === null ? null : <span className="ml-auto text-13 text-muted">{words}</span>}
    </Form>
  );
}

type ChoiceProps = {
  all: string;
  name: string;
  value: number | null;
  choices: readonly { value: string; label: string }[];
  onChoose: (list: HTMLSelectElement) => void;
};

function Choice({ all, name, value, choices, onChoose }: ChoiceProps) {
  return (
    <AutoSubmitSelect
      aria-label={all}
      className="field-box w-auto"
      name={name}
      onChoose={onChoose}
      value={String(value ?? "")}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </AutoSubmitSelect>
  );
}
