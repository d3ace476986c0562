import { Link } from "@remix-run/react";
import { useState } from "react";
import { formatDate } from "#domain/dates.ts";
import { PATHS } from "#domain/paths.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import { joinClassNames } from "#ui/classes.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { TickBox } from "#ui/form/choice/tick-box.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { TermPicker } from "#ui/form/term-picker.tsx";
import { FixedBottomBar } from "#ui/overlay/fixed-foot.tsx";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";
import { EmptyState, TermNotFound } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { LevelField, LevelTabs } from "#ui/page/level-tabs.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import {
  summarisePostings,
  postReportsUrl,
  formatPostingSelection,
  describePosting,
  type PostingLine,
  groupPostingLines,
  type ReportChangedSincePosted,
  type PostingGroup,
} from "./post-reports.rules.ts";
import type { PostReportsInput, PostReportsView } from "./post-reports.server.ts";

const TITLE = "Post Reports";

export function PostReportsPage({ view }: { view: PostReportsView | null }) {
  if (!view) return <TermNotFound currentTo={PATHS.postReports} title={TITLE} />;
  const { term, terms, seen, level, levelTitle, lines } = view;
  return (
    <>
      <PageHead
        actions={
          <TermPicker chosen={term.id} className="[&>select]:max-md:grow" terms={terms}>
            <LevelField of={level} />
          </TermPicker>
        }
        title={TITLE}
      />
      <LevelTabs levelTo={(shown) => postReportsUrl(term.id, shown)} of={level} />
      {lines.length === 0 ? (
        <Panel>
          <EmptyState action={<ButtonLink to={PATHS.settings}>Settings</ButtonLink>}>
            No class in {levelTitle ?? term.label} has students yet.
          </EmptyState>
        </Panel>
      ) : (
        <PostingForm key={`${term.id} ${level.shown} ${seen}`} {...view} />
      )}
    </>
  );
}

/** The form with the classes. Its key changes with each posting, which clears the ticks. */
function PostingForm({ term, seen, level, levelTitle, lines }: PostReportsView) {
  const [form, fields] = useActionForm<PostReportsInput>("post-reports", { term: term.id });
  const rejected = Object.keys(form.reply?.initialValue?.["class"] ?? {});
  const ticks = useTicks(rejected.map(Number));
  return (
    <ActionForm
      action={postReportsUrl(term.id, level.shown)}
      className="!gap-0 max-md:pb-4 [&>[role=alert]]:mb-4"
      form={form}
      preventScrollReset
      rejectedTitle="Nothing was changed"
    >
      <HiddenField field={fields.term} />
      <LevelField of={level} />
      {/* This hidden field is not bound to the form's state, so that after a conflict it has what the page shows now. */}
      <input name="seen" type="hidden" value={seen} />
      <PostedSoFar levelTitle={levelTitle} lines={lines} />
      <Panel className="md:rounded-t-none" flush>
        <PostingTable lines={lines} ticks={ticks} />
      </Panel>
      <PostingFoot lines={lines} ticked={ticks.ticked} />
    </ActionForm>
  );
}

/** Tracks the ticked rows. @param first the rows that were ticked in a rejected form */
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

function PostedSoFar({ levelTitle, lines }: Pick<PostReportsView, "levelTitle" | "lines">) {
  const { posted, changedClasses, changedReports } = summarisePostings(lines);
  const { is, words } = describePosting(lines);
  const state = (
    <span className="inline-flex items-center gap-2">
      <Icon {...POSTED_ICONS[is]} />
      {words}
    </span>
  );
  const changed =
    changedReports === 0
      ? "Nothing"
      : `${formatClassCount(changedClasses)}, ${formatCountOf(changedReports, "report")}`;
  return (
    <LabelledCellRow
      attached
      cells={[
        { label: `${levelTitle ?? "Term"} posted`, value: state },
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

/** Shows how many reports of the selected classes are incomplete or unsigned. They can still be posted. */
function PostingFoot({ lines, ticked }: { lines: readonly PostingLine[] } & Pick<Ticks, "ticked">) {
  const hydrated = useHydrated();
  const selected = lines.filter(({ classId }) => ticked.has(classId));
  // Without JavaScript, the ticked rows are unknown, so all classes that are not posted are counted.
  const { notInOrder } = formatPostingSelection(lines.filter(({ postedOn }) => postedOn === null));
  return (
    <>
      <div className="h-20 md:hidden" />
      <FixedBottomBar>
        <div className="flex w-full items-center gap-x-4 gap-y-1.5 max-md:flex-col max-md:items-stretch max-md:py-2">
          <div className="flex min-w-0 grow items-center gap-x-4 gap-y-1 max-md:flex-col max-md:items-start">
            {hydrated ? (
              <Selected lines={selected} />
            ) : (
              <NotInOrder words={notInOrder && `Not posted: ${notInOrder}`} />
            )}
          </div>
          <div className="grid grid-cols-2 gap-2 [&>:first-child]:order-last">
            {hydrated && selected.length === 0 ? <DisabledButtons /> : <Buttons />}
          </div>
        </div>
      </FixedBottomBar>
    </>
  );
}

function Selected({ lines }: { lines: readonly PostingLine[] }) {
  const { classes, reports, notInOrder } = formatPostingSelection(lines);
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
      {/* Enter in a field presses the form's first button. The button that posts therefore comes first in the document,
          although the layout shows it last. */}
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

type Ticks = {
  ticked: ReadonlySet<number>;
  tick: (ids: readonly number[], isTicked: boolean) => void;
};

/** The grid of a row. On a phone the row becomes a card. */
const ROW =
  "border-b last:border-b-0 max-md:grid max-md:grid-cols-[56px_minmax(0,1fr)_auto] max-md:items-center";

/** The cell of the checkbox. Its right border is the vertical rule beside the checkboxes. */
const TICK_CELL =
  "w-14 border-r border-r-rule p-0 align-top max-md:row-[1/span_3] max-md:grid max-md:h-full max-md:items-center";

type PostingTableProps = { lines: readonly PostingLine[]; ticks: Ticks };

const HEADS = [
  { title: "Class", width: "w-[116px]" },
  { title: "Form teacher", width: "w-[216px]" },
  { title: "Posted", width: "w-[160px]" },
  { title: "Reports complete", width: "w-[144px] text-right" },
  { title: "Signed", width: "w-[104px] text-right" },
  { title: "Changed since posted", width: "" },
];

/** The classes of the term, starting with those whose reports are not posted. */
function PostingTable({ lines, ticks }: PostingTableProps) {
  return (
    <table className="w-full border-collapse text-left max-md:block md:table-fixed" role="table">
      <caption className="sr-only">Classes, and whether their reports are posted</caption>
      <thead className="max-md:sr-only" role="rowgroup">
        <tr role="row">
          <th
            className={joinClassNames(TICK_CELL, "sticky top-0 z-10 border-b border-b-red bg-cream-2")}
            role="columnheader"
          >
            <span className="sr-only">Selected</span>
          </th>
          {HEADS.map(({ title, width }) => (
            <th
              className={joinClassNames(
                "sticky top-0 z-10 h-10 border-b border-red bg-cream-2 px-3 text-13 font-semibold",
                width,
              )}
              key={title}
              role="columnheader"
              scope="col"
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {groupPostingLines(lines).map((group) => (
        <tbody className="max-md:block" key={group.title} role="rowgroup">
          <GroupRow group={group} ticks={ticks} />
          {group.lines.map((line) => (
            <PostingRow
              isTicked={ticks.ticked.has(line.classId)}
              key={line.classId}
              line={line}
              onTick={(isTicked) => ticks.tick([line.classId], isTicked)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** The heading of a group. With JavaScript, its checkbox ticks all classes of the group. */
function GroupRow({ group: { title, lines }, ticks }: { group: PostingGroup; ticks: Ticks }) {
  const ids = lines.map(({ classId }) => classId);
  return (
    <tr className={joinClassNames(ROW, "bg-cream")} role="row">
      <td className={TICK_CELL} role="cell">
        <label className="grid min-h-9 place-items-center unscripted:hidden touch:min-h-11">
          <TickBox
            aria-label={`Select all that are ${title.toLowerCase()}`}
            checked={ids.every((id) => ticks.ticked.has(id))}
            className="tick"
            onTick={(isTicked) => ticks.tick(ids, isTicked)}
          />
        </label>
      </td>
      <th className="px-3 py-1.5 max-md:col-span-2" colSpan={HEADS.length} role="rowheader" scope="rowgroup">
        <span className="font-serif font-bold">{title}</span>
        <span className="ml-2 text-13 font-normal text-muted">{lines.length}</span>
      </th>
    </tr>
  );
}

type PostingRowProps = { line: PostingLine; isTicked: boolean; onTick: (isTicked: boolean) => void };

/** The row of a class. Only 'Posted' is green. Complete counts are grey, and incomplete counts are bold. */
function PostingRow({ line, isTicked, onTick }: PostingRowProps) {
  const { classId, label, teachers, postedOn, reports, complete, signed, changed } = line;
  const isWhole = complete === reports && signed === reports;
  return (
    <tr className={joinClassNames(ROW, "hover:bg-cream")} role="row">
      <td className={TICK_CELL} role="cell">
        <label className="grid min-h-10 place-items-center max-md:h-full touch:min-h-11">
          <TickBox
            aria-label={`Select ${label}`}
            checked={isTicked}
            className="tick"
            name={`class.${classId}`}
            onTick={onTick}
          />
        </label>
      </td>
      <th
        className={joinClassNames(CELL, "break-words font-semibold max-md:pt-2")}
        role="rowheader"
        scope="row"
      >
        {label}
      </th>
      <td className={joinClassNames(CELL, "max-md:hidden")} role="cell">
        {teachers || <span className="text-muted">No teacher yet</span>}
      </td>
      <td className={joinClassNames(CELL, "max-md:pr-4 max-md:pt-2")} role="cell">
        <Posted on={postedOn} />
      </td>
      <td
        className={joinClassNames(
          CELL,
          "max-md:col-span-2 max-md:col-start-2 max-md:pb-2 max-md:text-13 md:text-right",
          (complete < reports || signed < reports) && "max-md:font-semibold",
        )}
        role="cell"
      >
        <Count done={complete} of={reports} />
        <span className={joinClassNames("md:hidden", isWhole ? "text-muted" : "text-ink")}>
          {" "}
          complete, {signed} signed
        </span>
      </td>
      <td className={joinClassNames(CELL, "text-right max-md:hidden")} role="cell">
        <Count done={signed} of={reports} />
      </td>
      <td
        className={joinClassNames(CELL, "max-md:col-span-2 max-md:col-start-2 max-md:empty:hidden")}
        role="cell"
      >
        {changed.length > 0 ? <Changed reports={changed} /> : null}
      </td>
    </tr>
  );
}

const CELL = "px-3 py-2 align-top max-md:px-3 max-md:py-0.5 font-normal";

function Posted({ on }: { on: string | null }) {
  return (
    <span className={joinClassNames("flex items-center gap-2 whitespace-nowrap", on && "text-saved")}>
      <Icon className={on ? undefined : "text-refused"} name={on ? "tick" : "close"} />
      {on ? formatDate(on) : "Not posted"}
    </span>
  );
}

function Count({ done, of }: { done: number; of: number }) {
  return (
    <span className={done < of ? "font-semibold text-ink" : "text-muted"}>
      {done} of {of}
    </span>
  );
}

const MAX_NAMED_CHANGES = 3;

function Changed({ reports }: { reports: readonly ReportChangedSincePosted[] }) {
  const others = reports.length - MAX_NAMED_CHANGES;
  return (
    <div className="flex gap-2 text-13 max-md:pb-2">
      <Icon className="mt-px text-waiting" name="pencil" />
      <div className="min-w-0">
        <p className="font-semibold text-waiting">{reports.length} changed</p>
        <ul>
          {reports.slice(0, MAX_NAMED_CHANGES).map(({ name, url, what }) => (
            <li className="break-words" key={`${name} ${url}`}>
              {url ? <Link to={url}>{name}</Link> : <span className="font-semibold">{name}</span>}
              <span className="text-muted">: {what}</span>
            </li>
          ))}
        </ul>
        {others > 0 ? <p className="text-muted">and {others} more</p> : null}
      </div>
    </div>
  );
}
