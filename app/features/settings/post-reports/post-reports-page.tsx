import { useState } from "react";
import { PATHS } from "#domain/paths.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { FixedFoot } from "#ui/overlay/fixed-foot.tsx";
import { CellStrip } from "#ui/page/cell-strip.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { NoSuchTerm } from "#ui/page/no-such-term.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import {
  classesOf,
  postedSoFar,
  postReportsUrl,
  formatSelection,
  describePosting,
  type PostingLine,
} from "./post-reports.rules.ts";
import type { PostReportsInput, PostReportsView } from "./post-reports.server.ts";
import { PostingTable, type Ticks } from "./posting-table.tsx";

const TITLE = "Post Reports";

/** The classes of a term, with the reports that are posted. */
export function PostReportsPage({ view }: { view: PostReportsView | null }) {
  if (!view) return <NoSuchTerm currentTo={PATHS.postReports} title={TITLE} />;
  const { term, terms, seen, lines } = view;
  return (
    <>
      <PageHead
        actions={<TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms} />}
        title={TITLE}
      />
      {lines.length === 0 ? (
        <Panel>
          <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>
            No class in {term.label} has students yet.
          </EmptyState>
        </Panel>
      ) : (
        <PostingForm key={`${term.id} ${seen}`} {...view} />
      )}
    </>
  );
}

/** The form is made anew when the posted classes change: the ticks are then done, or the reply has them. */
function PostingForm({ term, seen, lines }: PostReportsView) {
  const [form, fields] = useActionForm<PostReportsInput>("post-reports", { term: term.id });
  const rejected = Object.keys(form.reply?.initialValue?.["class"] ?? {});
  const ticks = useTicks(rejected.map(Number));
  return (
    <ActionForm
      action={postReportsUrl(term.id)}
      className="!gap-0 max-md:pb-4 [&>[role=alert]]:mb-4"
      form={form}
      preventScrollReset
      rejectedTitle="Nothing was changed."
    >
      <HiddenField field={fields.term} />
      {/* The field is not bound to the form, so that after a stale reply it has what the page shows now. */}
      <input name="seen" type="hidden" value={seen} />
      <PostedSoFar lines={lines} />
      <Panel className="md:rounded-t-none" flush>
        <PostingTable lines={lines} ticks={ticks} />
      </Panel>
      <PostingFoot lines={lines} ticked={ticks.ticked} />
    </ActionForm>
  );
}

/** Holds the ticked rows. @param first the ticked rows of a rejected form */
function useTicks(first: readonly number[]): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set(first));

  function tick(ids: readonly number[], isTicked: boolean) {
    setTicked((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isTicked ? [...others, ...ids] : others);
    });
  }

  return { ticked, tick };
}

function PostedSoFar({ lines }: { lines: readonly PostingLine[] }) {
  const { posted, changedClasses, changedReports } = postedSoFar(lines);
  const changed =
    changedReports === 0
      ? "Nothing"
      : `${classesOf(changedClasses)}, ${formatCountOf(changedReports, "report")}`;
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
  const { is, words } = describePosting(lines);
  return (
    <span className="inline-flex items-center gap-2">
      <Icon {...POSTED_ICONS[is]} />
      {words}
    </span>
  );
}

type PostingFootProps = { lines: readonly PostingLine[] } & Pick<Ticks, "ticked">;

/**
 * The selection, the number of its reports that are not in order, and the buttons. Incomplete reports can be posted.
 */
function PostingFoot({ lines, ticked }: PostingFootProps) {
  const hydrated = useHydrated();
  const selected = lines.filter(({ classId }) => ticked.has(classId));
  return (
    <>
      <div className="h-20 md:hidden" />
      <FixedFoot>
        <div className="flex w-full items-center gap-x-4 gap-y-1.5 max-md:flex-col max-md:items-stretch max-md:py-2">
          <div className="flex min-w-0 grow items-center gap-x-4 gap-y-1 max-md:flex-col max-md:items-start">
            {hydrated ? <Selected lines={selected} /> : <NotPostedYet lines={lines} />}
          </div>
          <div className="grid grid-cols-2 gap-2 [&>:first-child]:order-last">
            {hydrated && selected.length === 0 ? <DisabledButtons /> : <Buttons />}
          </div>
        </div>
      </FixedFoot>
    </>
  );
}

function Selected({ lines }: { lines: readonly PostingLine[] }) {
  const { classes, reports, notInOrder } = formatSelection(lines);
  if (lines.length === 0) return <p className="text-muted">No classes selected</p>;
  return (
    <>
      <p role="status">
        <strong>{classes} selected</strong>, {reports}
      </p>
      <NotInOrder words={notInOrder} />
    </>
  );
}

/** Without script nobody knows which boxes are ticked, so the foot counts all classes that are not posted. */
function NotPostedYet({ lines }: { lines: readonly PostingLine[] }) {
  const { notInOrder } = formatSelection(lines.filter(({ postedOn }) => postedOn === null));
  return <NotInOrder words={notInOrder && `Not posted: ${notInOrder}`} />;
}

function NotInOrder({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p className="flex items-center gap-2 font-semibold text-waiting md:border-l md:pl-4 md:first:border-l-0 md:first:pl-0">
      <Icon name="pencil" />
      {words}
    </p>
  );
}

function Buttons() {
  return (
    <>
      {/* Enter on a ticked box presses the first button, which is the last one on the page. */}
      <BusyButton busy="Posting" icon="tick" intent="post">
        Post Selected
      </BusyButton>
      <BusyButton busy="Unposting" intent="unpost" kind="secondary">
        Unpost Selected
      </BusyButton>
    </>
  );
}

function DisabledButtons() {
  return (
    <>
      <Button disabled icon="tick" kind="primary">
        Post Selected
      </Button>
      <Button disabled>Unpost Selected</Button>
    </>
  );
}
