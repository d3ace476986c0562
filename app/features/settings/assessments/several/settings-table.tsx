import type { FormEvent, RefObject } from "react";
import { formatClassCount } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import type { ActionFormState } from "#ui/form/action-form.tsx";
import { DateBox } from "#ui/form/fields/date-box.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import type { SeveralClassesView } from "./load-several.server.ts";
import type { SubjectRowNote } from "./row-notes.rules.ts";
import { ALL_SUBJECTS, settingField, type TestSettingName } from "./several.rules.ts";

type Row = SeveralClassesView["rows"][number];
type Column = SeveralClassesView["columns"][number];

type SettingsTableProps = {
  form: ActionFormState;
  view: SeveralClassesView;
  /** The view with the preview of what saving would change now. */
  preview: SeveralClassesView;
  table: RefObject<HTMLElement>;
};

/** The number of tests that fit. If there are more, the changes and the number of classes are below the subject. */
const TESTS_IN_VIEW = 2;

/**
 * The grid of a row. On a phone the row becomes a card: subject and classes first, then date and maximum of each test.
 */
const ROW =
  "border-b bg-paper last:border-b-0 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_104px] max-lg:gap-x-3 max-lg:gap-y-1 max-lg:px-4 max-lg:py-3";
const HEAD = "px-2 font-semibold";
const STAYS = "lg:sticky lg:left-0 lg:z-10 lg:[background:inherit]";
const FIELD =
  "h-8 w-full scroll-mb-40 scroll-mt-24 rounded-sm border border-field bg-paper px-2 font-semibold placeholder:font-normal placeholder:text-muted focus-visible:-outline-offset-1 max-lg:h-11 max-lg:px-3 max-lg:text-18 touch:h-11 touch:text-18";

/** A row for each subject, with the date and maximum of each test, and what saving would change. */
export function SettingsTable({ form, view, preview, table }: SettingsTableProps) {
  const { columns, rows, isOver, scopeTitle } = view;
  const isWide = columns.length > TESTS_IN_VIEW;
  const notes = new Map(preview.rows.map((row) => [row.subjectId, row]));

  /** Copies a value for all subjects into every row, where the user can see and change it. */
  function fillColumn({ target }: FormEvent) {
    if (!(target instanceof HTMLInputElement) || !target.name.endsWith(`.${ALL_SUBJECTS}`)) return;
    const column = target.name.slice(0, -ALL_SUBJECTS.length);
    for (const box of table.current?.querySelectorAll<HTMLInputElement>(`input[name^="${column}"]`) ?? []) {
      if (box === target || target.value === "") continue;
      box.value = target.value;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  return (
    <div className={isWide ? "relative lg:overflow-x-auto" : undefined} onBlur={fillColumn}>
      <table className="w-full border-collapse text-left max-lg:block" role="table">
        <caption className="sr-only">{`Tests of ${scopeTitle}`}</caption>
        <thead className="text-13 max-lg:sr-only" role="rowgroup">
          <tr className="h-10 border-b border-b-red bg-cream-2" role="row">
            <th className={`${HEAD} ${STAYS} min-w-[172px] pl-5`} role="columnheader" scope="col">
              Subject
            </th>
            {columns.map((column) => (
              <ColumnHeads column={column} key={column.key} />
            ))}
            {isWide ? null : (
              <>
                <th className={`${HEAD} w-16 text-right`} role="columnheader" scope="col">
                  Classes
                </th>
                {isOver ? null : (
                  <th className={`${HEAD} w-[236px] pr-5`} role="columnheader" scope="col">
                    What changes
                  </th>
                )}
              </>
            )}
          </tr>
        </thead>
        <tbody className="max-lg:block" role="rowgroup">
          {isOver ? null : <AllSubjects isWide={isWide} view={view} />}
          {rows.map((row) => (
            <SubjectRow
              form={form}
              isWide={isWide}
              key={row.subjectId}
              row={row}
              shown={notes.get(row.subjectId) ?? row}
              view={view}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHeads({ column: { title } }: { column: Column }) {
  return (
    <>
      <th className={`${HEAD} w-[150px] min-w-[150px]`} role="columnheader" scope="col">
        {title}
      </th>
      <th
        className={`${HEAD} w-[84px] min-w-[84px] whitespace-nowrap text-right`}
        role="columnheader"
        scope="col"
      >
        Max mark<span className="sr-only">, {title}</span>
      </th>
    </>
  );
}

function AllSubjects({ view: { columns, days }, isWide }: { view: SeveralClassesView; isWide: boolean }) {
  return (
    <tr className={`${ROW} !bg-cream`} role="row">
      <th
        className={`${STAYS} font-normal text-muted max-lg:col-span-full lg:py-1.5 lg:pl-5 lg:pr-2`}
        role="rowheader"
        scope="row"
      >
        All subjects
      </th>
      {columns.map((column) => (
        <TestCells
          column={column}
          days={days}
          key={column.key}
          subject="all subjects"
          textOf={() => ({ text: "", isVarious: false })}
          where={ALL_SUBJECTS}
        />
      ))}
      {isWide ? null : (
        <>
          <td className="max-lg:hidden" role="cell" />
          <td className="text-13 text-muted max-lg:col-span-full lg:px-2 lg:pr-5" role="cell">
            fills every row below
          </td>
        </>
      )}
    </tr>
  );
}

type SubjectRowProps = {
  form: ActionFormState;
  view: SeveralClassesView;
  row: Row;
  /** The row as the preview shows it. */
  shown: Row;
  isWide: boolean;
};

function SubjectRow({ form, view, row, shown, isWide }: SubjectRowProps) {
  const { columns, days, isOver } = view;
  const { subjectId, name, cells, isByGrade } = row;
  const notes = isOver ? null : <Notes notes={shown.notes} />;
  const textOf = (field: string) => {
    const cell = cells[field];
    return cell && { isVarious: cell.isVarious, text: rejectedText(form, field) ?? cell.text };
  };
  return (
    <tr className={joinClassNames(ROW, shown.isRefused && "!bg-refused-wash")} role="row">
      <th
        className={`${STAYS} min-w-0 font-normal max-lg:font-semibold lg:py-1.5 lg:pl-5 lg:pr-2`}
        role="rowheader"
        scope="row"
      >
        {name}
        {isWide ? <div className="font-normal max-lg:hidden">{notes}</div> : null}
      </th>
      <td className={joinClassNames("text-right text-13 text-muted lg:hidden")} role="cell">
        {formatClassCount(row.classes)}
      </td>
      {isByGrade ? (
        <td className="text-muted max-lg:col-span-full lg:px-4" colSpan={columns.length * 2} role="cell">
          By grade
        </td>
      ) : (
        columns.map((column) =>
          isOver ? (
            <ReadOnlyCells column={column} key={column.key} textOf={textOf} where={subjectId} />
          ) : (
            <TestCells
              column={column}
              days={days}
              key={column.key}
              subject={name}
              textOf={textOf}
              where={subjectId}
            />
          ),
        )
      )}
      {isWide ? (
        <td className="max-lg:col-span-full lg:hidden" role="cell">
          {notes}
        </td>
      ) : (
        <>
          <td className="text-right text-muted max-lg:hidden lg:px-2" role="cell">
            {row.classes}
          </td>
          {isOver ? null : (
            <td className="max-lg:col-span-full lg:py-1.5 lg:pl-2 lg:pr-5" role="cell">
              {notes}
            </td>
          )}
        </>
      )}
    </tr>
  );
}

/** Returns the text of a field in a form that the server has rejected, for a page without JavaScript. */
function rejectedText({ reply }: ActionFormState, field: string): string | undefined {
  const [column = "", subject = ""] = field.split(".");
  const values: unknown = reply?.initialValue?.[column];
  if (typeof values !== "object" || values === null) return undefined;
  const text: unknown = (values as Record<string, unknown>)[subject];
  return typeof text === "string" ? text : undefined;
}

type TextOf = (field: string) => { text: string; isVarious: boolean } | undefined;
type CellsProps = { column: Column; where: number | typeof ALL_SUBJECTS; textOf: TextOf };
type TestCellsProps = CellsProps & { days: SeveralClassesView["days"]; subject: string };

function TestCells({ column: { key, title }, where, textOf, days, subject }: TestCellsProps) {
  const field = (part: TestSettingName) => {
    const name = settingField(part, key, where);
    return { name, id: `several-${name}`, cell: textOf(name) };
  };
  const [date, max] = [field("date"), field("max")];
  return (
    <>
      <td className="lg:py-1.5 lg:pl-2 lg:pr-1" role="cell">
        {date.cell ? (
          <>
            <FieldLabel id={date.id} shown={title} what={`date, ${subject}`} />
            <DateBox
              className={FIELD}
              first={days.from}
              id={date.id}
              isCompact
              key={date.cell.text}
              last={days.to}
              name={date.name}
              placeholder={date.cell.isVarious ? "various" : undefined}
              value={date.cell.text}
            />
          </>
        ) : null}
      </td>
      <td className="lg:py-1.5 lg:pl-1 lg:pr-2" role="cell">
        {max.cell ? (
          <>
            <FieldLabel id={max.id} isEnd shown="Max mark" what={`${title}, ${subject}`} />
            <input
              autoComplete="off"
              className={`${FIELD} text-right`}
              defaultValue={max.cell.text}
              id={max.id}
              inputMode="decimal"
              key={max.cell.text}
              name={max.name}
              placeholder={max.cell.isVarious ? "various" : undefined}
              type="text"
            />
          </>
        ) : null}
      </td>
    </>
  );
}

type FieldLabelProps = { id: string; shown: string; what: string; isEnd?: boolean };

function FieldLabel({ id, shown, what, isEnd = false }: FieldLabelProps) {
  return (
    <label
      className={joinClassNames("text-13 text-muted max-lg:block lg:sr-only", isEnd && "max-lg:text-right")}
      htmlFor={id}
    >
      {shown}
      <span className="sr-only">, {what}</span>
    </label>
  );
}

function ReadOnlyCells({ column: { key, title }, where, textOf }: CellsProps) {
  const words = (part: TestSettingName) => {
    const cell = textOf(settingField(part, key, where));
    return cell?.isVarious ? "various" : cell?.text || "–";
  };
  return (
    <>
      <td className="lg:px-2 lg:py-1.5" role="cell">
        <span className="text-13 text-muted lg:sr-only">{title}: </span>
        {words("date")}
      </td>
      <td className="text-right lg:px-2" role="cell">
        <span className="text-13 text-muted lg:sr-only">Max mark: </span>
        {words("max")}
      </td>
    </>
  );
}

const ICONS: Record<SubjectRowNote["tone"], IconName | null> = {
  plain: null,
  moved: "calendar",
  changed: "pencil",
  refused: "refused",
};

function Notes({ notes }: { notes: readonly SubjectRowNote[] }) {
  return notes.map(({ tone, words }) => {
    const icon = ICONS[tone];
    return (
      <p
        className={joinClassNames(
          "flex gap-2 text-13",
          tone === "plain" && "text-muted",
          tone === "refused" && "font-semibold text-refused",
        )}
        key={words}
      >
        {icon ? <Icon className="mt-px shrink-0" name={icon} /> : null}
        <span>{words}</span>
      </p>
    );
  });
}
