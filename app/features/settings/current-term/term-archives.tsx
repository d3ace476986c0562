import { Link } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { PATHS } from "#domain/paths.ts";
import { pluralise } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DataTable, type DataTableColumn } from "#ui/page/data-table.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { termArchivesUrl, setTermUrl } from "./current-term.rules.ts";
import type { ArchivedTermView, SetTermView } from "./current-term.server.ts";

/** The list of terms that can be made current. A school does not advance to the next term here, but on Current Term. */
export function TermArchives({ archives }: { archives: readonly ArchivedTermView[] }) {
  return (
    <Panel flush>
      <DataTable
        caption="Term Archives"
        className="people-table"
        columns={COLUMNS}
        empty={<EmptyState action={null}>No terms yet.</EmptyState>}
        rowClass={({ isCurrent }) => (isCurrent ? "[&>:not(:last-child)]:font-bold" : undefined)}
        rowKey={({ id }) => id}
        rows={archives}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t p-4 md:px-5">
        <p className="text-muted">
          Setting an earlier term does not move any student. You see what changes before you confirm.
        </p>
        <Button disabled type="button">
          Advance Term
        </Button>
      </div>
    </Panel>
  );
}

const COLUMNS: readonly DataTableColumn<ArchivedTermView>[] = [
  { key: "year", title: "Year", width: "w-[180px]", wideOnly: true, cell: ({ year }) => year },
  {
    key: "term",
    title: "Term",
    width: "w-[120px]",
    names: true,
    cell: ({ year, term, period, isCurrent }) => (
      <span className="min-w-0">
        <span className="whitespace-nowrap">
          <span className="md:hidden">{year}, </span>
          {term}
        </span>
        <span className="block text-13 font-normal text-muted md:hidden">
          {period}
          {isCurrent ? <span className="font-semibold text-saved">, current term</span> : null}
        </span>
      </span>
    ),
  },
  { key: "period", title: "Period", wideOnly: true, cell: ({ period }) => period },
  {
    key: "sessions",
    title: "Total Sessions",
    numeric: true,
    wideOnly: true,
    width: "w-[140px]",
    className: "tabular-nums",
    cell: ({ sessions }) => sessions ?? "–",
  },
  {
    key: "students",
    title: "Students",
    numeric: true,
    wideOnly: true,
    width: "w-[120px]",
    className: "tabular-nums",
    cell: ({ students }) => students.toLocaleString("en"),
  },
  { key: "act", title: "", numeric: true, width: "w-[280px]", cell: (term) => <SetTerm {...term} /> },
];

function SetTerm({ id, year, term, isCurrent }: ArchivedTermView) {
  if (!isCurrent) {
    return (
      <ButtonLink
        aria-label={`Set Term: ${year}, ${term}`}
        className="whitespace-nowrap"
        preventScrollReset
        to={setTermUrl(id)}
      >
        Set Term
      </ButtonLink>
    );
  }
  return (
    <span className="inline-flex items-center gap-3">
      <span className="inline-flex items-center gap-2 text-13 font-semibold text-saved">
        <Icon name="tick" />
        <span className="max-md:sr-only">Current term</span>
      </span>
      <Button className="whitespace-nowrap" disabled type="button">
        Set Term
      </Button>
    </span>
  );
}

/**
 * Asks for confirmation before the whole school is set to another term. The dialog lists what changes, what does not,
 * and which students are not in that term, and explains how to return.
 */
export function SetTermDialog(view: SetTermView) {
  const { title, names, fromTermId, isEarlier, closed } = view;
  const [form] = useActionForm("set-term");
  return (
    <Dialog closeTo={termArchivesUrl()} title={`Set the term to ${title}?`}>
      <ConsequenceList
        lines={[
          { term: "Changes", says: changesWords(names.to, isEarlier) },
          ...(closed === null ? [] : [{ term: "Entry", says: <ClosedEntry closed={closed} /> }]),
          {
            term: "Stays",
            says: `Every mark, report and registration of ${names.from} is kept. No student is promoted or moved.`,
          },
          { term: "Not included", says: <NotInIt {...view} /> },
          { term: "To undo", says: `You can set ${names.from} here again at any time.` },
        ]}
      />
      <ActionForm
        form={form}
        rejectedTitle={MESSAGES.termNotSet}
        replace
        unansweredHint="Check which term is the current one, then try again."
        unansweredTitle={MESSAGES.termNotSet}
      >
        {/* This hidden field is not bound to the form's state, so that after a conflict it has the term that the dialog
            describes now. */}
        <input name="seen" type="hidden" value={fromTermId} />
        <DialogButtons closeTo={termArchivesUrl()} startsOnCancel>
          <BusyButton busy="Setting" icon="calendar">
            Set Term
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

function changesWords(name: string, isEarlier: boolean): string {
  const now = `${name} becomes the current term for all staff. Mark sheets and reports open on this term, and students appear in the classes they have in it.`;
  return isEarlier
    ? `${now} Teachers see the classes that they had in ${name}. Later terms are hidden until you set one of them again.`
    : now;
}

function ClosedEntry({ closed: { kinds, dates } }: { closed: NonNullable<SetTermView["closed"]> }) {
  return (
    <>
      Teachers cannot enter {kinds.join(" or ")} in this term: {dates}. Change the dates under{" "}
      <Link to={PATHS.entryWindows}>Entry windows</Link> once the term is set.
    </>
  );
}

function NotInIt({ missing, missingTotal, names, isEarlier }: SetTermView) {
  if (missingTotal === 0) return "Every student is in both terms.";
  const came = isEarlier ? `who came after ${names.to}` : `of ${names.from} who are not in ${names.to}`;
  return (
    <>
      {missingTotal.toLocaleString("en")} {pluralise(missingTotal, "student")} {came}:{" "}
      {missing.map(({ name, key }, index) => (
        <span key={`${name}${index}`}>
          {index > 0 ? "; " : null}
          {key === null ? name : <Link to={`${PATHS.students}/${key}`}>{name}</Link>}
        </span>
      ))}
      {missingTotal > missing.length
        ? ` and ${(missingTotal - missing.length).toLocaleString("en")} more`
        : null}
    </>
  );
}
