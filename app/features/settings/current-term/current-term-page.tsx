import { Link } from "@remix-run/react";

import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Tabs } from "#ui/page/tabs.tsx";

import type { Sent } from "../refused-fields.tsx";
import { YearStrip } from "../year-strip.tsx";
import { archivesUrl } from "./current-term.rules.ts";
import type { CurrentTermShown } from "./read-current-term.server.ts";
import { TermArchives } from "./term-archives.tsx";
import { TermForm } from "./term-form.tsx";
import { WhatAdvancingDoes } from "./what-advancing-does.tsx";

type CurrentTermPageProps = { shown: CurrentTermShown; sent: Sent | null; failed: Failed | null };

/** The current term: its dates, and the terms that it can be set to (A2, A4). */
export function CurrentTermPage({ shown, sent, failed }: CurrentTermPageProps) {
  const { strip, archives, form, turn, stops } = shown;
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
      <Standing turn={turn} />
      {archives === null ? (
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_400px] xl:items-start">
          <TermForm form={form} sent={sent} />
          <WhatAdvancingDoes {...form} stops={stops} />
        </div>
      ) : (
        <TermArchives archives={archives} />
      )}
    </>
  );
}

function Standing({ turn }: Pick<CurrentTermShown, "turn">) {
  if (!turn) return null;
  const isRunning = turn.state === "running";
  return (
    <NoticeBox
      action={<Link to={PATHS.turn}>{isRunning ? "Watch it" : "See the rehearsal"}</Link>}
      className="mb-4"
      icon={isRunning ? "lock" : "search"}
      title={isRunning ? "The term is being turned." : "The turn was rehearsed."}
      tone={isRunning ? "waiting" : "plain"}
    >
      {turn.words}
    </NoticeBox>
  );
}
