import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { buildMarkFields } from "#fields/mark.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { ATTENDANCE_ABBREVIATIONS, PRESENT_AT_TEST } from "#domain/attendance.ts";
import { joinClassNames } from "#ui/classes.ts";
import { formatFieldText } from "#fields/kind.ts";
import type { RecordField } from "#fields/record.ts";
import type { FieldValues } from "#fields/value.ts";
import { rowElementId } from "#saving/screen/field-dom.ts";
import { useLinkClick, type LinkClick } from "#ui/page/use-link-click.ts";
import { type MarkSheetView, type MarkSheetRow, markSheetTitle } from "./sheet.ts";
import { MarkSheetForm } from "./sheet-form.tsx";
import { MarkSheetHead, MarkSheetInfoBar } from "./sheet-head.tsx";
import { toMarkSheetColumns, type MarkSheetColumns } from "./columns.rules.ts";
import { markSheetTableStyle } from "./sheet-look.ts";
import { MarkSheetTableHead } from "./sheet-table-head.tsx";
import { StudentNameCells, WeightedResult } from "../row/sheet-row.tsx";
import { readTestAttendance, percentColumnValue, formatMarkSheetReceipt } from "../row/sheet-values.rules.ts";

/** Shows one mark sheet. Without JavaScript it is one form; with JavaScript each row saves by itself. */
export function MarkSheetPage({ sheet }: { sheet: MarkSheetView }) {
  return (
    <>
      <MarkSheetHead sheet={sheet} />
      {sheet.regraded ? (
        <NoticeBox className="mb-4" icon="changed" tone="plain">
          {sheet.regraded}
        </NoticeBox>
      ) : null}
      {sheet.readOnlyReason ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {sheet.readOnlyReason}
        </NoticeBox>
      ) : null}
      {sheet.corrections.map(({ title, words }) => (
        <NoticeBox className="mb-4" icon="pencil" key={`${title} ${words}`} title={title} tone="waiting">
          {words}
        </NoticeBox>
      ))}
      {sheet.posted ? (
        <RowsSummary {...sheet.posted} fields={buildMarkFields(sheet.rules)} rows={sheet.rows} />
      ) : null}
      <SheetRows sheet={sheet} />
      {sheet.otherRows.length > 0 ? <OtherReadOnlyRows sheet={sheet} /> : null}
    </>
  );
}

function SheetRows({ sheet }: { sheet: MarkSheetView }) {
  if (sheet.rows.length === 0) return <NobodyHere sheet={sheet} />;
  if (!sheet.canEdit) return <ReadOnlySheet sheet={sheet} />;
  // A key for each sheet and account makes React replace the form, so that typed text is never saved to the wrong
  // sheet.
  return <MarkSheetForm key={`${sheet.accountId} ${sheet.saveUrl}`} sheet={sheet} />;
}

function NobodyHere({ sheet: { heading, term, backUrl } }: { sheet: MarkSheetView }) {
  return (
    <Panel flush>
      <EmptyState action={<ButtonLink to={backUrl}>Choose another sheet</ButtonLink>}>
        No student in {heading.classLabel} takes {heading.subject} in Term {term} yet.
      </EmptyState>
    </Panel>
  );
}

function ReadOnlySheet({ sheet }: { sheet: MarkSheetView }) {
  return (
    <>
      <MarkSheetInfoBar sheet={sheet} />
      <ReadTable caption={`${markSheetTitle(sheet)}, ${sheet.testTitle}`} rows={sheet.rows} sheet={sheet} />
      <p className="py-3 text-right">{formatMarkSheetReceipt(sheet.receipt)}</p>
    </>
  );
}

/**
 * Shows the students who cannot be edited while other students on this sheet of a past term are open for correction.
 */
function OtherReadOnlyRows({ sheet }: { sheet: MarkSheetView }) {
  return (
    <section className="pb-14">
      <h2 className="pb-2 pt-6 text-18">Marks that you cannot correct</h2>
      <ReadTable caption="Marks that you cannot correct" rows={sheet.otherRows} sheet={sheet} />
    </section>
  );
}

type ReadTableProps = { sheet: MarkSheetView; rows: readonly MarkSheetRow[]; caption: string };

function ReadTable({ sheet, rows, caption }: ReadTableProps) {
  const columns = toMarkSheetColumns(sheet);
  const openLink = useLinkClick();
  return (
    <table {...markSheetTableStyle(columns)} role="table">
      <caption className="sr-only">{caption}</caption>
      <MarkSheetTableHead
        columns={columns}
        last={<span className="max-lg:sr-only">History</span>}
        scrolledTitle={null}
      />
      <tbody className="sheet-rows block" role="rowgroup">
        {rows.map((row) => (
          <ReadRow columns={columns} key={row.row} loaded={row} openLink={openLink} result={sheet.result} />
        ))}
      </tbody>
    </table>
  );
}

type ReadRowProps = {
  loaded: MarkSheetRow;
  result: MarkSheetView["result"];
  columns: MarkSheetColumns;
  openLink: LinkClick;
};

function ReadRow({ loaded, result, columns, openLink }: ReadRowProps) {
  const { values, maxMark, name, historyUrl, row } = loaded;
  const { main, hasMark, extras, remark } = columns;
  const attendance = readTestAttendance(values);
  const percent = percentColumnValue(values, maxMark);
  return (
    <tr id={rowElementId(row)} role="row">
      <StudentNameCells loaded={loaded} />
      <td
        className={joinClassNames(
          "attendance lg:text-left",
          main ? "max-lg:col-start-4 text-center" : "max-lg:col-start-5 text-right",
        )}
        role="cell"
      >
        <span className={attendance === PRESENT_AT_TEST ? "text-muted" : "font-bold"}>
          {ATTENDANCE_ABBREVIATIONS[attendance]}
        </span>
      </td>
      {hasMark ? (
        <td className="most" role="cell">
          {maxMark}
        </td>
      ) : null}
      {main ? (
        <td
          className={`main font-semibold max-lg:text-18 ${hasMark ? "lg:pr-[18px]" : "lg:text-center"}`}
          role="cell"
        >
          {valueText(values, main.name)}
        </td>
      ) : null}
      {hasMark ? (
        <td className="percent max-lg:row-span-2" role="cell">
          {percent === null ? "–" : `${percent}%`}
          <WeightedResult loaded={loaded} result={result} values={values} />
        </td>
      ) : null}
      {extras.length > 0 ? <ReadExtras columns={extras} values={values} /> : null}
      {remark ? (
        <td className="remark" role="cell">
          {valueText(values, remark.name)}
        </td>
      ) : null}
      <td className="state" role="cell">
        <a
          aria-label={`History of ${name}`}
          className="inline-block text-muted touch:min-h-6"
          href={historyUrl}
          onClick={openLink}
        >
          History
        </a>
      </td>
    </tr>
  );
}

function ReadExtras({ columns, values }: { columns: readonly RecordField[]; values: FieldValues }) {
  return (
    <td aria-colspan={columns.length} className="extras" role="cell">
      <dl className="grid gap-1 lg:auto-cols-fr lg:grid-flow-col lg:gap-0">
        {columns.map(({ name, title }) => (
          <div className="flex items-center justify-between gap-3 lg:justify-center" key={name}>
            <dt className="text-13 text-muted lg:sr-only">{title}</dt>
            <dd className="font-semibold">{valueText(values, name)}</dd>
          </div>
        ))}
      </dl>
    </td>
  );
}

function valueText(values: FieldValues, field: string): string {
  return formatFieldText(values[field]) || "–";
}
