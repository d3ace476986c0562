import { useState, type FormEvent, type ReactNode } from "react";
import { ARCHIVE_SUBJECTS, ARCHIVE_TESTS } from "#domain/archive/archive-terms.ts";
import { ARCHIVE_CELLS, archiveFields } from "#fields/archive.ts";
import { displayedValues } from "#saving/client/row-state.ts";
import { describeRowResult } from "#saving/screen/announcer.ts";
import { findFieldControl, rowElementId } from "#saving/screen/field-dom.ts";
import { UnsavedRowCount } from "#saving/screen/save-foot.tsx";
import { RowsSummary } from "#saving/screen/rows-summary.tsx";
import {
  SavingContextProvider,
  ScreenReaderMessage,
  useSaving,
  useSavingScreen,
  useSavingCounts,
} from "#saving/screen/saving-screen.tsx";
import { AuthorField } from "#ui/form/author-field.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { LabelledSelectField } from "#ui/form/select-field.tsx";
import { Modal } from "#ui/overlay/dialog.tsx";
import { RecordDialog } from "#ui/overlay/record-dialog.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { ConfirmPasteDialog } from "../paste/paste-question.tsx";
import type { ArchivePastePlan } from "../paste/paste.rules.ts";
import { ARCHIVE_RULES } from "../save/archive.rules.ts";
import { MarksArchiveTermRow } from "./archive-row.tsx";
import { ARCHIVE_FORM_ID, type ArchiveSheet } from "./archive-sheet.ts";
import { ArchiveProvider, useArchiveActions } from "./use-archive.ts";

type DialogProps = { sheet: ArchiveSheet; children: ReactNode };

/** Shows a student's marks of past terms, in a dialog over the list. */
export function ArchiveDialog({ sheet, children }: DialogProps) {
  const { saveUrl, accountId: account, rows, timeZone } = sheet;
  const target = { saveUrl, account, rows, receipt: { total: rows.length }, rules: ARCHIVE_RULES };
  const { screen, words } = useSavingScreen({
    target,
    timeZone,
    wordsOf: (result) => describeRowResult(result, rows.find(({ row }) => row === result.row)?.name ?? ""),
  });
  const { context, alert, closeAlert, paste, endPaste } = useArchiveActions(sheet, screen.store);

  function enterPasted({ writes }: ArchivePastePlan) {
    screen.store.enter(writes);
    endPaste();
  }

  function close() {
    closeAlert();
    const row = alert && document.getElementById(rowElementId(alert.row));
    const cell = row && findFieldControl(row, alert.field);
    requestAnimationFrame(() => cell?.focus());
  }

  return (
    <SavingContextProvider value={screen}>
      <ArchiveProvider value={context}>
        <RecordDialog
          about={sheet.about}
          backLabel="Marks Archive"
          closeTo={sheet.closeTo}
          foot={<Foot sheet={sheet} />}
          title={sheet.name}
          width="archive"
        >
          <Grid sheet={sheet} words={words} />
        </RecordDialog>
        {children}
      </ArchiveProvider>
      {alert ? (
        <Modal
          actions={
            <Button data-first-focus="" kind="primary" onClick={close} type="button">
              OK
            </Button>
          }
          onCancel={close}
          title="Not saved"
        >
          <p role="alert">{alert.words}</p>
        </Modal>
      ) : null}
      {paste ? <ConfirmPasteDialog onCancel={endPaste} onPaste={enterPasted} paste={paste} /> : null}
    </SavingContextProvider>
  );
}

function Grid({ sheet, words }: { sheet: ArchiveSheet; words: string }) {
  const { rows } = sheet;
  const { hydrated } = useSaving();
  const [chosen, choose] = useState(rows[0]?.row ?? "");
  if (rows.length === 0)
    return <EmptyState action={null}>No past terms yet. Terms appear here once they are over.</EmptyState>;
  return (
    <form
      action={sheet.url}
      autoComplete="off"
      className="relative"
      data-early=""
      id={ARCHIVE_FORM_ID}
      method="post"
      noValidate
      onSubmit={stay}
    >
      <AuthorField savesItself />
      {sheet.isPosted ? <RowsSummary fields={archiveFields([], null)} leaveTo={null} rows={rows} /> : null}
      {hydrated ? (
        <div className="pb-3 xl:hidden">
          <LabelledSelectField
            label="Term"
            onChange={(event) => choose(event.currentTarget.value)}
            choices={rows.map(({ row, name }) => ({ value: row, label: name }))}
            name="shown-term"
            value={chosen}
          />
        </div>
      ) : null}
      <table className="archive-table w-full border-collapse border-t-2 border-red bg-paper text-13 xl:table-fixed">
        <caption className="sr-only">{`Marks of past terms, ${sheet.name}`}</caption>
        <Head />
        <tbody data-scripted={hydrated ? "" : undefined}>
          {rows.map((row, index) => (
            <MarksArchiveTermRow
              isChosen={row.row === chosen}
              isFirst={index > 0 && rows[index - 1]?.level !== row.level}
              key={row.row}
              loaded={row}
            />
          ))}
        </tbody>
      </table>
      <ScreenReaderMessage words={words} />
    </form>
  );
}

function Head() {
  return (
    <thead className="bg-cream-2 max-xl:sr-only">
      <tr>
        <th className="w-[86px]" rowSpan={2} scope="col">
          Class
        </th>
        <th className="term" rowSpan={2} scope="col">
          Term
        </th>
        {ARCHIVE_SUBJECTS.map(({ id, title }) => (
          <th className="course" colSpan={ARCHIVE_TESTS.length} key={id} scope="colgroup">
            {title}
          </th>
        ))}
      </tr>
      <tr>
        {ARCHIVE_CELLS.map(({ field, test }) => (
          <th className={`!font-normal pr-2 text-right ${test}`} key={field} scope="col">
            {test === "course" ? "COURSE" : "EXAM"}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The footer with the unsaved changes and the number of marks. Without JavaScript it also has a Save button. */
function Foot({ sheet: { rows, closeTo, whom } }: { sheet: ArchiveSheet }) {
  const { store, hydrated } = useSaving();
  useSavingCounts(store);
  const values = rows.map(({ row }) => {
    const state = store.rows.row(row)?.state;
    return state ? displayedValues(state) : {};
  });
  const given = values.flatMap((value) =>
    ARCHIVE_CELLS.filter(({ field }) => (value[field] ?? null) !== null),
  );
  return (
    <>
      <div className="mr-auto flex flex-wrap items-center gap-x-4">
        {hydrated ? <UnsavedRowCount /> : null}
        <span className="text-muted max-md:hidden">
          {`${given.length} of ${rows.length * ARCHIVE_CELLS.length} marks entered. Choosing a class registers ${whom} in that term.`}
        </span>
      </div>
      <ButtonLink icon="close" preventScrollReset replace to={closeTo}>
        Close
      </ButtonLink>
      {hydrated || rows.length === 0 ? null : (
        <Button form={ARCHIVE_FORM_ID} kind="primary">
          Save
        </Button>
      )}
    </>
  );
}

/** With JavaScript each cell saves by itself, so the form is not submitted. */
function stay(event: FormEvent) {
  event.preventDefault();
}
