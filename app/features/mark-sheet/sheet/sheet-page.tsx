import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { markFields } from "#fields/mark.ts";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import { ReadSheet } from "./read-sheet.tsx";
import type { Sheet } from "./sheet.ts";
import { SheetForm } from "./sheet-form.tsx";
import { SheetHead } from "./sheet-head.tsx";

/** One mark sheet: a form that works as served, and saves row by row once its script has loaded. */
export function SheetPage({ sheet }: { sheet: Sheet }) {
  return (
    <>
      <SheetHead sheet={sheet} />
      {sheet.readOnlyReason ? (
        <NoticeBox className="mb-4" icon="info" tone="plain">
          {sheet.readOnlyReason}
        </NoticeBox>
      ) : null}
      {sheet.posted ? (
        <RowsSummary {...sheet.posted} fields={markFields(sheet.rules)} rows={sheet.rows} />
      ) : null}
      <SheetRows sheet={sheet} />
    </>
  );
}

function SheetRows({ sheet }: { sheet: Sheet }) {
  if (sheet.rows.length === 0) return <NobodyHere sheet={sheet} />;
  if (!sheet.canEdit) return <ReadSheet sheet={sheet} />;
  // Another sheet, or another person, gets a new form, so that nothing typed crosses over.
  return <SheetForm key={`${sheet.accountId} ${sheet.saveUrl}`} sheet={sheet} />;
}

function NobodyHere({ sheet: { heading, term, backUrl } }: { sheet: Sheet }) {
  return (
    <Panel flush>
      <EmptyState action={<ButtonLink to={backUrl}>Choose another sheet</ButtonLink>}>
        No student in {heading.classLabel} takes {heading.subject} in Term {term} yet.
      </EmptyState>
    </Panel>
  );
}
