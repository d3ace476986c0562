import { Form } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { countOf } from "#domain/text/noun.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { NotAnswered } from "#ui/form/not-answered.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import type { Failed } from "#ui/page/act-in-place.ts";
import { CellStrip } from "#ui/page/cell-strip.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { NoSuchTerm } from "#ui/page/no-such-term.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import {
  classesOf,
  postedSoFar,
  termPostedWords,
  postReportsUrl,
  type NotPosted,
  type PostingLine,
  type PostReports,
} from "./post-reports.rules.ts";
import { PostingFoot } from "./posting-foot.tsx";
import { PostingTable } from "./posting-table.tsx";
import { useTicks } from "./use-ticks.ts";

const TITLE = "Post Reports";

type PostReportsPageProps = { shown: PostReports | null; sent: NotPosted | null; failed: Failed | null };

/** Which classes' reports of a term are released (A2, A4). */
export function PostReportsPage({ shown, sent, failed }: PostReportsPageProps) {
  if (!shown) return <NoSuchTerm currentTo={PATHS.postReports} title={TITLE} />;
  const { term, terms, seen, lines } = shown;
  return (
    <>
      <PageHead
        actions={<TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms} />}
        title={TITLE}
      />
      <NotAnswered className="mb-4" failed={failed} title="Nothing was posted" />
      {sent ? (
        <div className="mb-4" role="alert">
          <NoticeBox icon="refused" tone="refused" title="Nothing was done.">
            {sent.fault}
          </NoticeBox>
        </div>
      ) : null}
      {lines.length === 0 ? (
        <Panel>
          <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>
            No class of {term.label} has students yet.
          </EmptyState>
        </Panel>
      ) : (
        <PostingForm key={`${term.id} ${seen}`} sent={sent} shown={shown} />
      )}
    </>
  );
}

/** Made anew when something else is posted: what was ticked then is done, or is asked about again. */
function PostingForm({ shown, sent }: { shown: PostReports; sent: NotPosted | null }) {
  const { term, seen, lines } = shown;
  const ticks = useTicks(sent?.ticked ?? []);
  return (
    <Form action={postReportsUrl(term.id)} className="max-md:pb-4" method="post" preventScrollReset>
      <AuthorField />
      <input name="term" type="hidden" value={term.id} />
      <input name="seen" type="hidden" value={seen} />
      <PostedSoFar lines={lines} />
      <Panel className="md:rounded-t-none" flush>
        <PostingTable lines={lines} ticks={ticks} />
      </Panel>
      <PostingFoot lines={lines} ticked={ticks.ticked} />
    </Form>
  );
}

function PostedSoFar({ lines }: { lines: readonly PostingLine[] }) {
  const { posted, changedClasses, changedReports } = postedSoFar(lines);
  const changed =
    changedReports === 0 ? "Nothing" : `${classesOf(changedClasses)}, ${countOf(changedReports, "report")}`;
  return (
    <CellStrip
      attached
      cells={[
        { label: "Term posted", value: <TermPosted lines={lines} /> },
        { label: "Classes posted", value: `${posted} of ${lines.length}` },
        { label: "Changed since posted", value: changed },
      ]}
    />
  );
}

const POSTED_ICONS = {
  posted: { className: "text-saved", name: "tick" },
  partly: { className: "text-waiting", name: "pencil" },
  "held back": { className: "text-refused", name: "close" },
} as const;

function TermPosted({ lines }: { lines: readonly PostingLine[] }) {
  const { is, words } = termPostedWords(lines);
  return (
    <span className="inline-flex items-center gap-2">
      <Icon {...POSTED_ICONS[is]} />
      {words}
    </span>
  );
}
