import { Link } from "@remix-run/react";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import type { LateMarkSheetLine } from "#domain/late/sheets.ts";
import type { LateBoardView, LateMarkSheetGroup } from "./board.ts";
import { formatWholeNumber, ProgressCell } from "./progress.tsx";
import { countMissingEntries } from "#domain/late/sheet-lines.ts";

type SheetGroupsProps = { groups: readonly LateMarkSheetGroup[]; view: LateBoardView };

/** Lists the mark sheets of the term under each class or teacher, with the progress of each. */
export function LateMarkSheetGroups({ groups, view }: SheetGroupsProps) {
  return groups.map((group) => (
    <section aria-labelledby={idOf(group)} className="border-t first:border-t-0" key={group.key}>
      <GroupHead group={group} />
      <ul className="divide-y divide-line">
        {group.reports.map((reports) => (
          <li
            className="flex min-h-11 items-center justify-between gap-4 px-4 py-1 hover:bg-cream md:px-5"
            key={reports.classLabel}
          >
            <span className="font-semibold">Reports of {reports.classLabel}</span>
            <ProgressCell {...reports.complete} of="are complete" to={reports.url} />
          </li>
        ))}
        {group.lines.map((line) => (
          <Line key={line.key} line={line} view={view} />
        ))}
      </ul>
    </section>
  ));
}

/** Lays out a mark sheet so that all rows align, two side by side where there is room. */
const LINE =
  "grid min-h-11 gap-x-6 px-4 py-1 hover:bg-cream md:grid-cols-[minmax(0,1fr)_14rem] md:items-center md:px-5 lg:grid-cols-[minmax(0,1fr)_29.5rem]";

function GroupHead({ group }: { group: LateMarkSheetGroup }) {
  const { title, about, marks } = group;
  return (
    <div className="sticky top-0 z-10 flex items-baseline justify-between gap-4 border-b border-red bg-cream-2 px-4 py-1.5 md:px-5">
      <h2 className="min-w-0" id={idOf(group)}>
        {title}
        {about ? <span className="ml-3 font-sans text-13 font-normal text-muted">{about}</span> : null}
      </h2>
      <Left marks={marks} />
    </div>
  );
}

/** Shows how many marks are missing. The text is muted if there are none. */
function Left({ marks }: Pick<LateMarkSheetGroup, "marks">) {
  if (marks.total === 0) return null;
  const left = countMissingEntries(marks);
  return (
    <p className="shrink-0 text-13 text-muted">
      {left > 0 ? <strong className="text-ink">{marksInWords(left)} missing </strong> : "All entered "}
      of {formatWholeNumber(marks.total)}
    </p>
  );
}

function marksInWords(count: number): string {
  return count === 1 ? "1 mark" : `${formatWholeNumber(count)} marks`;
}

function idOf({ key }: LateMarkSheetGroup): string {
  return key.replaceAll(" ", "-");
}

function Line({ line, view }: { line: LateMarkSheetLine; view: LateBoardView }) {
  const { subject, classLabel, teachers, substituteFor, sheets } = line;
  const ofTeacher = substituteFor ? `${classLabel}, for ${substituteFor}` : classLabel;
  return (
    <li className={LINE}>
      <p className="min-w-0">
        <span className="font-semibold">{subject}</span>
        <span className="ml-3 text-13 text-muted">{view === "teachers" ? ofTeacher : teachers}</span>
      </p>
      <ul className="flex flex-col lg:flex-row lg:flex-wrap lg:justify-end lg:gap-x-6">
        {sheets.map((sheet) => (
          <li className="lg:w-56" key={sheet.test}>
            <SheetLink sheet={sheet} of={`${subject}, ${classLabel}`} />
          </li>
        ))}
      </ul>
    </li>
  );
}

type SheetOfLine = LateMarkSheetLine["sheets"][number];

const SHEET = "flex min-h-9 items-center justify-between gap-3 no-underline touch:min-h-11";
const TITLE = "min-w-0 truncate text-13 text-muted";
const LINKED =
  "underline decoration-line-2 underline-offset-4 group-hover:text-red group-hover:decoration-red";

function SheetLink({ sheet, of }: { sheet: SheetOfLine; of: string }) {
  const face = (
    <>
      <span className={joinClassNames(TITLE, sheet.url && LINKED)}>{sheet.title}</span>
      <Entered sheet={sheet} />
      <span className="sr-only"> in {of}</span>
    </>
  );
  if (!sheet.url) return <span className={SHEET}>{face}</span>;
  return (
    <Link className={joinClassNames(SHEET, "group text-ink hover:text-ink")} to={sheet.url}>
      {face}
    </Link>
  );
}

function Entered({ sheet }: { sheet: SheetOfLine }) {
  const { isDue, entered, expected } = sheet;
  if (entered === expected) {
    return (
      <span className="flex items-center gap-1.5 text-saved">
        <Icon name="tick" />
        {wordsOf(sheet)}
      </span>
    );
  }
  return <span className={isDue ? "font-semibold" : "text-muted"}>{wordsOf(sheet)}</span>;
}

function wordsOf({ isDue, dueOn, entered, expected }: SheetOfLine): string {
  return isDue || entered === expected ? `${entered} of ${expected}` : `due ${dueOn}`;
}
