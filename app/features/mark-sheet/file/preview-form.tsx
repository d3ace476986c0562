import { useState, type MouseEvent, type ReactNode } from "react";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { joinClassNames } from "#ui/classes.ts";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { SHOW_ALL_ROWS, MarkFileFigures, FIGURE_FILTER_CLASSES } from "./figures.tsx";
import {
  describeNothingToSave,
  type MarkFileConflictChoice,
  type MarkFileOutcome,
  type MarkFilePreviewRow,
} from "./preview.rules.ts";
import type { MarkFilePreview } from "./preview.server.ts";
import type { SaveMarkFileInput, MarkUploadView } from "./upload.server.ts";

type PreviewFormProps = { preview: MarkFilePreview; view: MarkUploadView };

/** Shows what the file would change. The form contains the file's content, so saving needs no second upload. */
export function MarkFilePreviewForm({ preview, view }: PreviewFormProps) {
  const { rows, figures, missing, problem, fileName, saveId, outcomes, saved, file: content } = preview;
  const defaults = { fileName, saveId, outcomes, saved, content };
  const [form, fields] = useActionForm<SaveMarkFileInput>("save-marks", defaults);
  const [chosen, setChosen] = useState(() => mapChosenDecisions(rows));
  const answers = [...chosen.values()];
  const nothing = describeNothingToSave(figures);
  const toSave = figures.changed + answers.filter((choice) => choice === "mine").length;
  return (
    <ActionForm
      className={FIGURE_FILTER_CLASSES}
      form={form}
      preventScrollReset
      rejectedTitle={preview.savedCount > 0 ? "No other marks were saved" : "Nothing was saved"}
      unsaved={toSave > 0 ? `You have not saved ${formatCountOf(toSave, "mark")} of ${fileName}.` : undefined}
    >
      <HiddenField field={fields.fileName} />
      <HiddenField field={fields.saveId} />
      <HiddenField field={fields.outcomes} />
      <HiddenField field={fields.saved} />
      <HiddenField field={fields.content} />
      {problem === null ? null : (
        <NoticeBox icon="changed" tone="colleague">
          {problem}
        </NoticeBox>
      )}
      {nothing !== null && problem === null ? (
        <NoticeBox icon="info" title="This file changes nothing." tone="plain">
          {nothing}
        </NoticeBox>
      ) : null}
      <MarkFileFigures figures={figures} missing={missing} />
      <Panel flush>
        <MarkFileRows
          chosen={chosen}
          onChoose={(row, choice) => setChosen(new Map(chosen).set(row, choice))}
          rows={rows}
        />
      </Panel>
      <MarkFilePreviewFooter>
        <NeedAnswer chosen={chosen} rows={rows} />
        {toSave > 0 || figures.choose > 0 ? (
          <>
            <p className="text-13 text-muted md:ml-auto md:max-w-[270px] md:text-right">
              Termbook saves the marks with their history, as if you had typed them.
            </p>
            <span className="shrink-0 max-md:w-full [&>button]:w-full">
              <BusyButton busy="Saving">
                {toSave > 0 ? `Save ${formatCountOf(toSave, "mark")}` : "Save"}
              </BusyButton>
            </span>
          </>
        ) : (
          <>
            <p className="text-muted md:ml-auto">The file does not change any marks.</p>
            <ButtonLink to={view.sheetUrl}>Mark sheet</ButtonLink>
          </>
        )}
      </MarkFilePreviewFooter>
    </ActionForm>
  );
}

type MarkFileRowsProps = {
  rows: readonly MarkFilePreviewRow[];
  /** The decisions by row. */
  chosen: ReadonlyMap<string, MarkFileConflictChoice>;
  onChoose: (row: string, choice: MarkFileConflictChoice) => void;
  /** The lesson of the rows in a file of several mark sheets, which tells their fields apart; null for one sheet. */
  lesson?: string | null;
};

/** Shows the rows of a file with their current values and what saving would do. */
export function MarkFileRows({ rows, chosen, onChoose, lesson = null }: MarkFileRowsProps) {
  return (
    <table className="w-full">
      <caption className="sr-only">Rows in the file</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-red bg-cream-2 text-left text-13">
          <Head className="w-[60px] border-r border-r-rule text-right text-muted">#</Head>
          <Head>Name</Head>
          <Head className="w-28 text-right">Termbook</Head>
          <th className="w-10" />
          <Head className="w-28 text-right">Your file</Head>
          <Head className="w-[45%]">What happens</Head>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-md:block">
        {rows.map((row, index) => (
          <FileRowView
            chosen={chosen.get(row.row ?? "") ?? null}
            key={row.line}
            lesson={lesson}
            onChoose={(choice) => onChoose(row.row ?? "", choice)}
            place={index + 1}
            row={row}
          />
        ))}
      </tbody>
    </table>
  );
}

export function mapChosenDecisions(rows: readonly MarkFilePreviewRow[]): Map<string, MarkFileConflictChoice> {
  return new Map(
    rows.flatMap(({ row, choice }) =>
      row !== null && choice?.chosen ? [[row, choice.chosen] as const] : [],
    ),
  );
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th className={joinClassNames("px-3 py-2 font-semibold", className)} scope="col">
      {children}
    </th>
  );
}

type Look = { icon: IconName; words: string; row: string };

/** The appearance of each outcome. None is green, because nothing is saved yet. */
const LOOKS: Record<MarkFileOutcome, Look> = {
  changed: { icon: "pencil", words: "", row: "[&_.name]:font-semibold [&_.file]:font-bold" },
  unchanged: { icon: "dash", words: "text-muted", row: "" },
  choose: {
    icon: "changed",
    words: "font-semibold text-colleague",
    row: "bg-colleague-wash [&_.name]:font-semibold [&_.file]:font-bold",
  },
  refused: {
    icon: "refused",
    words: "font-semibold text-refused",
    row: "bg-refused-wash [&_.name]:font-semibold [&_.file]:font-bold",
  },
};

type FileRowProps = {
  lesson: string | null;
  row: MarkFilePreviewRow;
  place: number;
  chosen: MarkFileConflictChoice | null;
  onChoose: (choice: MarkFileConflictChoice) => void;
};

/** Shows a row of the file. On a phone the name and both values are on one line, with the text below. */
function FileRowView({ lesson, row, place, chosen, onChoose }: FileRowProps) {
  const { name, now, inFile, outcome, words, isSaved } = row;
  const look = LOOKS[outcome];
  return (
    <tr
      className={joinClassNames(
        "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto_auto] max-md:gap-x-4 max-md:px-4 max-md:py-2",
        `is-${outcome}`,
        look.row,
      )}
      id={lesson === null ? `row-${row.line}` : `row-${lesson}-${row.line}`}
    >
      <td className="border-r border-r-rule px-3 text-right text-muted max-md:hidden">{place}</td>
      <th className="name min-w-0 break-words text-left font-normal md:px-3 md:py-2" scope="row">
        {name}
      </th>
      <td className="text-right md:px-3 max-md:text-muted">
        <span className="text-13 text-muted md:sr-only">Now </span>
        {now}
      </td>
      <td aria-hidden="true" className="text-center text-muted max-md:hidden">
        <Icon className="inline" name="arrow-right" />
      </td>
      <td className="file break-words text-right md:px-3">
        <span className="text-13 font-normal text-muted md:sr-only">File </span>
        {inFile}
      </td>
      <td className="max-md:col-span-3 md:px-3 md:py-1.5">
        <span
          className={joinClassNames(
            "flex items-start gap-2 text-13 md:text-15",
            isSaved ? "text-saved" : look.words,
          )}
        >
          <Icon className="mt-[3px] shrink-0" name={isSaved ? "tick" : look.icon} />
          <span className="min-w-0 break-words">{outcome === "refused" ? `Refused: ${words}` : words}</span>
        </span>
        {row.choice ? <Choice chosen={chosen} lesson={lesson} onChoose={onChoose} row={row} /> : null}
      </td>
    </tr>
  );
}

/** Two radio buttons for a conflict. Neither is preselected, so that a person decides. */
function Choice({
  row: { row, name, choice },
  lesson,
  chosen,
  onChoose,
}: Pick<FileRowProps, "row" | "lesson" | "chosen" | "onChoose">) {
  if (choice === null) return null;
  const choices = [
    { value: "theirs", words: choice.isOwn ? "Keep Termbook’s" : "Keep theirs", shown: choice.theirs },
    { value: "mine", words: "Use your file", shown: choice.yours },
  ] as const;
  return (
    <fieldset className="my-1">
      <legend className="sr-only">Which mark of {name} to keep</legend>
      <div className="grid grid-cols-2 gap-2 md:flex">
        {choices.map(({ value, words, shown }) => (
          <label
            className="relative flex min-h-9 items-center justify-center gap-2 rounded border border-colleague bg-paper px-3 font-semibold has-[:checked]:bg-colleague has-[:checked]:text-on-red has-[:focus-visible]:outline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-red touch:min-h-11"
            key={value}
          >
            <input
              className="radio-cover peer"
              defaultChecked={chosen === value}
              name={lesson === null ? `choice.${row}` : `choice.${lesson}-${row}`}
              onChange={() => onChoose(value)}
              type="radio"
              value={`${value}:${choice.version}`}
            />
            <Icon className="hidden peer-checked:block" name="tick" />
            <span>
              {words} <strong className="ml-1">{shown}</strong>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The footer with the main button. On a phone it is at the bottom, within reach of the thumb. */
export function MarkFilePreviewFooter({ children }: { children: ReactNode }) {
  return (
    <div
      className="sticky bottom-[var(--notice-height,0px)] z-10 -mx-4 bg-paper pb-[env(safe-area-inset-bottom)] md:mx-0 print:hidden"
      data-bar=""
    >
      <div className="double-rule" />
      <div className="flex min-h-[52px] flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2 md:flex-nowrap md:px-5">
        {children}
      </div>
    </div>
  );
}

type NeedAnswerProps = {
  rows: readonly MarkFilePreviewRow[];
  chosen: ReadonlyMap<string, MarkFileConflictChoice>;
};

/** Links to the first conflict without a decision. The link works even if the chosen figure hides that row. */
function NeedAnswer({ rows, chosen }: NeedAnswerProps) {
  const conflicts = rows.filter(({ outcome }) => outcome === "choose");
  const unanswered = conflicts.filter(({ row }) => !chosen.has(row ?? ""));
  const id = `row-${(unanswered[0] ?? conflicts[0])?.line}`;
  if (conflicts.length === 0) return null;

  function show(event: MouseEvent) {
    event.preventDefault();
    document.getElementById(SHOW_ALL_ROWS)?.click();
    document.getElementById(id)?.querySelector("input")?.focus();
  }

  return (
    <p aria-live="polite" className="md:flex md:items-center md:gap-3">
      <a
        className="inline-flex min-h-9 shrink-0 items-center gap-1 font-semibold touch:min-h-11"
        href={`#${id}`}
        onClick={show}
      >
        {unanswered.length === 0
          ? "Every row has a decision"
          : unanswered.length === 1
            ? "1 row needs a decision"
            : `${unanswered.length} rows need a decision`}
        <Icon name="arrow-up" />
      </a>
      {unanswered.length > 0 ? (
        <span className="text-13 text-muted max-md:hidden">Undecided rows keep the mark in Termbook.</span>
      ) : null}
    </p>
  );
}
