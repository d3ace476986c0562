import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { PageHead } from "#ui/page/page-head.tsx";
import { Tabs } from "#ui/page/tabs.tsx";

import type { Sent } from "../refused-fields.tsx";
import { YearStrip } from "../year-strip.tsx";
import { archivesUrl } from "./current-term.rules.ts";
import type { CurrentTermShown } from "./read-current-term.server.ts";
import { TermArchives } from "./term-archives.tsx";
import { TermForm } from "./term-form.tsx";

type CurrentTermPageProps = { shown: CurrentTermShown; sent: Sent | null; failed: Failed | null };

/** The current term: its dates, and the terms that it can be set to (A2, A4). */
export function CurrentTermPage({ shown: { strip, archives, form }, sent, failed }: CurrentTermPageProps) {
  return (
    <>
      <PageHead title="Current Term" />
      <YearStrip cells={strip} />
      <Tabs
        label="Current Term"
        tabs={[
          { to: PATHS.currentTerm, title: "Advance Term", current: archives === null },
          { to: archivesUrl(), title: "Term Archives", current: archives !== null },
        ]}
      />
      <NotAnswered className="mb-4" failed={failed} title={MESSAGES.termNotUpdated} />
      {archives === null ? <TermForm form={form} sent={sent} /> : <TermArchives archives={archives} />}
    </>
  );
}
