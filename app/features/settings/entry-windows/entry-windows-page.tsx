import { NotAnswered } from "#ui/form/not-answered.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import type { Sent } from "../refused-fields.tsx";
import type { EntryWindows } from "./entry-windows.rules.ts";
import { MoreTimePanel } from "./more-time.tsx";
import { TermStrip } from "./term-strip.tsx";
import { WindowForm } from "./window-form.tsx";

type EntryWindowsPageProps = { shown: EntryWindows; sent: Sent | null; failed: Failed | null };

/** From and until when marks and reports of a term are entered. */
export function EntryWindowsPage({ shown, sent, failed }: EntryWindowsPageProps) {
  const { term, terms, windows } = shown;
  return (
    <>
      <PageHead
        actions={<TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms} />}
        title="Entry Windows"
      />
      <NotAnswered className="mb-4" failed={failed} title="Nothing was changed" />
      <Panel flush>
        <TermStrip {...shown} />
        {windows.map((each) => (
          <WindowForm
            key={`${term.id} ${each.kind} ${each.version}`}
            sent={sent}
            shown={each}
            termId={term.id}
          />
        ))}
      </Panel>
      <MoreTimePanel key={term.id} sent={sent} shown={shown} />
    </>
  );
}
