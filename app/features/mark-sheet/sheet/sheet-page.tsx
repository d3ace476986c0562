import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { buildMarkFields } from "#fields/mark.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { OtherReadOnlyRows, ReadOnlySheet } from "./read-sheet.tsx";
import type { SheetView } from "./sheet.ts";
import { SheetForm } from "./sheet-form.tsx";
import { SheetHead } from "./sheet-head.tsx";

/** Shows one mark sheet. Without JavaScript it is one form; with JavaScript each row saves by itself. */
export function SheetPage({ sheet }: { sheet: SheetView }) {
  return (
    <>
      <SheetHead sheet={sheet} />
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

function SheetRows({ sheet }: { sheet: SheetView }) {
  if (sheet.rows.length === 0) return <NobodyHere sheet={sheet} />;
  if (!sheet.canEdit) return <ReadOnlySheet sheet={sheet} />;
  // A key for each sheet and account makes React replace the form, so that typed text is never saved to the wrong
  // sheet.
  return <SheetForm key={`${sheet.accountId} ${sheet.saveUrl}`} sheet={sheet} />;
}

function NobodyHere({ sheet: { heading, term, backUrl } }: { sheet: SheetView }) {
  return (
    <Panel flush>
      <EmptyState action={<ButtonLink to={backUrl}>Choose another sheet</ButtonLink>}>
        No student in {heading.classLabel} takes {heading.subject} in Term {term} yet.
      </EmptyState>
    </Panel>
  );
}
