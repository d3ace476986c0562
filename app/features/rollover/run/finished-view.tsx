import { rolloverJournalUrl } from "#domain/documents/kind.ts";
import { MESSAGES } from "#domain/messages.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { ButtonLink } from "#ui/form/button.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DOWNLOAD_ATTRIBUTE } from "#ui/page/downloads.ts";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import {
  CarriedOverSummary,
  NotCarriedTable,
  RolloverStudentCounts,
  RehearseAgainButton,
} from "../ledger.tsx";
import { RolloverOutcomesTable } from "../outcomes/outcomes-table.tsx";
import {
  rolloverDialogUrl,
  rolloverUrl,
  type FinishedRollover,
  type RolloverView,
} from "../rollover.rules.ts";

/** Shows a completed rollover: the numbers from the rehearsal, the journal and, if possible, the undo button. */
export function FinishedView({ rollover }: { rollover: FinishedRollover }) {
  const isDone = rollover.state === "done";
  return (
    <>
      <PageHead
        about={aboutOf(rollover)}
        actions={isDone ? <Documents id={rollover.id} /> : null}
        title={isDone ? "The new term has started" : "The start of the new term was undone"}
      />
      {isDone ? <UndoBox rollover={rollover} /> : <PutBack rollover={rollover} />}
      <div className="grid gap-4 xl:grid-cols-[304px_minmax(0,1fr)] xl:items-start">
        <div>
          <RolloverStudentCounts
            aside="as rehearsed"
            closed={`The journal lists ${formatCountOf(rollover.balance.enrolled, "student")}.`}
            rollover={rollover}
          />
          <CarriedOverSummary rollover={rollover} />
        </div>
        {rollover.params.tab === "carried" ? (
          <NotCarriedTable rollover={rollover} />
        ) : (
          <RolloverOutcomesTable
            choices={rollover.choices}
            outcomes={rollover.outcomes}
            form={null}
            heads={isDone ? { was: "Before", next: "Now" } : { was: "Now", next: "Planned" }}
            title="Journal"
            rollover={rollover}
          />
        )}
      </div>
    </>
  );
}

function aboutOf({ state, to, from, begun }: FinishedRollover): string {
  const started = `${begun?.by} started the new term on ${begun?.day}`;
  return state === "done"
    ? `From ${from.title} to ${to.title}. ${started}, from ${begun?.at} to ${begun?.ended}, as rehearsed.`
    : `The school is back in ${from.title}. ${started}; it was then undone.`;
}

function Documents({ id }: Pick<FinishedRollover, "id">) {
  return (
    <>
      <ButtonLink icon="print" preventScrollReset to={rolloverDialogUrl(id, "journal")}>
        Print the journal
      </ButtonLink>
      <ButtonLink
        {...DOWNLOAD_ATTRIBUTE}
        icon="download"
        reloadDocument
        to={rolloverJournalUrl(id, { format: "xlsx", isSaved: true })}
      >
        Spreadsheet
      </ButtonLink>
    </>
  );
}

function UndoBox({ rollover: { id, undo } }: { rollover: FinishedRollover }) {
  if (undo.kind === "past") return null;
  return (
    <NoticeBox
      action={
        <ButtonLink icon="undo" kind="danger" preventScrollReset to={rolloverDialogUrl(id, "undo")}>
          Undo new term
        </ButtonLink>
      }
      className="mb-4"
      icon="undo"
      title="The start of the new term can still be undone."
      tone="saved"
    >
      {undo.entries.length === 0
        ? "Nobody has entered anything in the new term yet."
        : "If you undo the new term, Termbook keeps all entries made in it and shows them when the term starts again."}
    </NoticeBox>
  );
}

function PutBack({ rollover: { id, fault, from } }: { rollover: FinishedRollover }) {
  const again = <RehearseAgainButton id={id} />;
  const where = `Every student is back where they were before the new term, and the current term is still ${from.short}.`;
  if (fault === "") {
    return (
      <NoticeBox action={again} className="mb-4" icon="undo" title="The start was undone." tone="plain">
        {where}
      </NoticeBox>
    );
  }
  return (
    <NoticeBox
      action={again}
      className="mb-4"
      icon="refused"
      title="The new term could not be started, so all changes were undone."
      tone="refused"
    >
      {where} {fault}
    </NoticeBox>
  );
}

const NO_ENTRIES = { entries: [], seen: 0 };
/** The most entries that the dialog names. */
const MOST_ENTRIES = 12;

/** Lists the entries of the new term. They disappear from the screens after the undo, but come back with the term. */
function KeptEntries({ entries, to }: { entries: readonly string[]; to: string }) {
  const others = entries.length - MOST_ENTRIES;
  return (
    <NoticeBox icon="pencil" title={`Entered in ${to} since it started`} tone="waiting">
      <ul className="list-disc pl-5">
        {entries.slice(0, MOST_ENTRIES).map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
        {others > 0 ? <li>{others.toLocaleString("en")} more</li> : null}
      </ul>
      Nobody sees these entries after the undo. Termbook shows the entries again when {to} starts again.
    </NoticeBox>
  );
}

/** Asks for confirmation before a rollover is undone, because the undo affects the whole school. */
export function UndoRolloverDialog({ rollover }: { rollover: RolloverView }) {
  const { id, from, to } = rollover;
  const undo = rollover.kind === "finished" && rollover.undo.kind === "open" ? rollover.undo : NO_ENTRIES;
  const isKeeping = undo.entries.length > 0;
  const [form, fields] = useActionForm<{ seen?: string }>("undo-run", { seen: undo.seen });
  return (
    <Dialog closeTo={rolloverUrl(id)} title="Undo the new term?">
      <ConsequenceList
        lines={[
          {
            term: "What changes",
            says: `${from.title} is the current term again, and every student is where they were.`,
          },
          {
            term: "What stays",
            says: "Every mark and report of earlier terms, and the decisions made for the new term.",
          },
          { term: "Afterwards", says: `You can rehearse and start ${to.title} again at any time.` },
        ]}
      />
      {isKeeping ? <KeptEntries entries={undo.entries} to={to.title} /> : null}
      <ActionForm
        form={form}
        rejectedTitle={MESSAGES.termNotSet}
        replace
        unansweredHint="Check whether the start of the new term is being undone, then try again."
        unansweredTitle={MESSAGES.termNotSet}
      >
        <HiddenField field={fields.seen} />
        <DialogButtons closeTo={rolloverUrl(id)} startsOnCancel>
          <BusyButton busy="Undoing" icon="undo" kind="danger">
            {isKeeping ? "Undo and keep entries" : "Undo new term"}
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}
