import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { isBalanced } from "#domain/rollover/rollover.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { Button, ButtonLink } from "#ui/form/button.tsx";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { NoticeBox } from "#ui/page/notice-box.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { PATHS, withQuery } from "#domain/paths.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import {
  CarriedOverSummary,
  NotCarriedTable,
  RolloverStudentCounts,
  RehearseAgainButton,
} from "../ledger.tsx";
import { PasteOutcomesForm } from "../outcomes/from-list.tsx";
import { RolloverOutcomesTable } from "../outcomes/outcomes-table.tsx";
import {
  DECISION_FORM_ID,
  RolloverDecisionBar,
  RolloverSelectionStrip,
  useSelectedCount,
} from "../outcomes/selection.tsx";
import { NextTermClassesTable } from "./coming-classes.tsx";
import { DefaultOutcomes } from "./default-outcomes.tsx";
import {
  rolloverDialogUrl,
  rolloverUrl,
  type RolloverRehearsal,
  type RolloverProblem,
} from "../rollover.rules.ts";

/** Shows a rehearsal: an explanation, the problems that prevent the rollover, the numbers, and every student. */
export function RehearsalView({ rollover }: { rollover: RolloverRehearsal }) {
  const isJudged = rollover.state === "ready" || rollover.state === "refused" || rollover.state === "stale";
  return (
    <>
      <PageHead
        about={
          <span className="text-15 text-ink">This is a rehearsal. Nothing in the school has changed.</span>
        }
        actions={<Acts rollover={rollover} />}
        title={`New term: ${rollover.to.title}`}
      />
      <LabelledCellRow className="mb-4" cells={cellsOf(rollover)} />
      <Notices rollover={rollover} />
      {rollover.state === "rehearsing" ? <UnderWay /> : null}
      {isJudged ? <Findings rollover={rollover} /> : null}
    </>
  );
}

function cellsOf({ from, to, dates, sessions, requested, changed, movedTo, state }: RolloverRehearsal) {
  const isCurrent = changed === null && movedTo === null && (state === "ready" || state === "refused");
  return [
    { label: "From", value: from.title },
    { label: "To", value: to.title },
    { label: "Dates", value: dates },
    { label: "Total Sessions", value: sessions },
    {
      label: `Rehearsed by ${requested.by}`,
      value: `${requested.at}${isCurrent ? ", up to date" : ""}`,
      end: true,
    },
  ];
}

function Acts({ rollover: { id, state, movedTo } }: { rollover: RolloverRehearsal }) {
  if (state === "rehearsing" || movedTo !== null) return null;
  return (
    <>
      <RehearseAgainButton id={id} kind="secondary" />
      {state === "ready" ? (
        <ButtonLink
          icon="arrow-right"
          kind="primary"
          preventScrollReset
          to={rolloverDialogUrl(id, "confirm")}
        >
          Start new term
        </ButtonLink>
      ) : (
        <Button disabled icon="lock" type="button">
          Start new term
        </Button>
      )}
    </>
  );
}

function Notices({
  rollover: { from, newerUrl, movedTo, changed, requested, fault, state },
}: {
  rollover: RolloverRehearsal;
}) {
  if (newerUrl !== null) {
    return (
      <NoticeBox
        action={<ButtonLink to={newerUrl}>See the latest rehearsal</ButtonLink>}
        className="mb-4"
        icon="pencil"
        title="This rehearsal is out of date."
        tone="waiting"
      >
        There is a newer rehearsal, or the new term has started since.
      </NoticeBox>
    );
  }
  if (movedTo !== null) {
    return (
      <NoticeBox
        action={
          <ButtonLink to={withQuery(PATHS.currentTerm, { do: "advance" })}>Rehearse the new term</ButtonLink>
        }
        className="mb-4"
        icon="pencil"
        title={`The school is now in ${movedTo}.`}
        tone="waiting"
      >
        This rehearsal begins in {from.title}, so it cannot start. Rehearse the new term from {movedTo}, or
        set {from.title} as the current term again.
      </NoticeBox>
    );
  }
  if (state === "failed") {
    return (
      <NoticeBox className="mb-4" icon="refused" title="The rehearsal failed." tone="refused">
        {fault}
      </NoticeBox>
    );
  }
  if (changed === null) return null;
  return (
    <NoticeBox
      className="mb-4"
      icon="pencil"
      title={`School data changed after the rehearsal ${requested.at}.`}
      tone="waiting"
    >
      Changed: {changed}. Termbook rehearses again before any student moves.
    </NoticeBox>
  );
}

function UnderWay() {
  return (
    <Panel>
      <p className="flex items-center gap-3" role="status">
        <Icon className="animate-turn" name="ring" />
        <strong>Rehearsing.</strong> Termbook is working out each student’s place in the new term. This page
        updates automatically.
      </p>
    </Panel>
  );
}

function Findings({ rollover }: { rollover: RolloverRehearsal }) {
  const { balance, refusals, outcomes, classes, choices, defaults, state, newerUrl, movedTo } = rollover;
  const selected = useSelectedCount(rollover);
  const isNewest = newerUrl === null && movedTo === null && state !== "stale";
  const isDecided = choices.destinations.length > 0 && isNewest;
  return (
    <>
      {rollover.hasNoClasses && isNewest ? <MakeClasses rollover={rollover} /> : null}
      {refusals.length > 0 && !rollover.hasNoClasses && isNewest ? (
        <RefusalBox refusals={refusals} rollover={rollover} />
      ) : null}
      <div className="grid gap-4 xl:grid-cols-[304px_minmax(0,1fr)] xl:items-start">
        <div>
          <RolloverStudentCounts
            aside={formatCountOf(balance.enrolled, "student")}
            closed={closedWords(rollover)}
            rollover={rollover}
          />
          <CarriedOverSummary rollover={rollover} />
        </div>
        <div className="min-w-0">
          <RehearsalTabs rollover={rollover} />
          {classes === null ? null : <NextTermClassesTable classes={classes} rollover={rollover} />}
          {defaults === null ? null : (
            <DefaultOutcomes isOpen={isDecided} levels={defaults} rollover={rollover} />
          )}
          {rollover.groups === null ? null : (
            <PasteOutcomesForm groups={rollover.groups} isOpen={isDecided} rollover={rollover} />
          )}
          {rollover.params.tab === "carried" ? <NotCarriedTable rollover={rollover} /> : null}
          {outcomes === null ? null : (
            <RolloverOutcomesTable
              choices={choices}
              outcomes={outcomes}
              form={isDecided ? DECISION_FORM_ID : null}
              heads={{ was: "Now", next: "Next" }}
              rollover={rollover}
              strip={
                isDecided ? (
                  <RolloverSelectionStrip outcomes={outcomes} rollover={rollover} selected={selected} />
                ) : null
              }
            />
          )}
        </div>
      </div>
      {isDecided && outcomes !== null ? (
        <RolloverDecisionBar choices={choices} rollover={rollover} selected={selected} />
      ) : null}
    </>
  );
}

function closedWords({ endsYear: turnsYear, balance }: RolloverRehearsal): string {
  if (!isBalanced(balance)) return "";
  return turnsYear
    ? "The numbers add up: every student has a place."
    : "No student changes class. The new term starts in two steps: Advance, then Register.";
}

function RehearsalTabs({ rollover }: { rollover: RolloverRehearsal }) {
  const { id, params, to, balance, counts, endsYear: turnsYear, carriedOver } = rollover;
  const title = (words: string, count: number) => (
    <>
      {words} <span className="ml-2 font-normal text-muted">{count.toLocaleString("en")}</span>
    </>
  );
  return (
    <Tabs
      label="Parts of the rehearsal"
      tabs={[
        {
          to: rolloverUrl(id),
          title: title("Students", balance.enrolled + balance.newcomers),
          current: params.tab === "students",
        },
        {
          to: rolloverUrl(id, { tab: "classes" }),
          title: title(turnsYear ? `Classes of ${to.year}` : "Classes", counts.classes),
          current: params.tab === "classes",
        },
        ...(turnsYear
          ? [
              {
                to: rolloverUrl(id, { tab: "defaults" }),
                title: "Default outcomes",
                current: params.tab === "defaults",
              },
              {
                to: rolloverUrl(id, { tab: "list" }),
                title: "From a list",
                current: params.tab === "list",
              },
            ]
          : []),
        ...(carriedOver
          ? [
              {
                to: rolloverUrl(id, { tab: "carried" }),
                title: title("Not carried over", carriedOver.notCarried.length),
                current: params.tab === "carried",
              },
            ]
          : []),
      ]}
    />
  );
}

/** Offers to make the classes of next year, when nobody can be placed only because there are none. */
function MakeClasses({ rollover: { from, to } }: { rollover: RolloverRehearsal }) {
  const [form, fields] = useActionForm<{ year: string }>("make-year", { year: from.yearId });
  return (
    <NoticeBox
      action={
        <ActionForm action={PATHS.nextYear} form={form} rejectedTitle="No classes were made">
          <HiddenField field={fields.year} />
          <BusyButton busy="Making" intent="make">
            {`Make the classes of ${to.year}`}
          </BusyButton>
        </ActionForm>
      }
      className="mb-4"
      icon="refused"
      title={`${to.year} has no classes yet.`}
      tone="refused"
    >
      Termbook copies this year’s classes, with their teachers, lessons and deans. Nothing changes this year.
    </NoticeBox>
  );
}

/** The most students named for each problem. The list below has all of them. */
const MOST_NAMED = 12;

/** Lists the problems that prevent the rollover, each with the students it affects and ways to solve it. */
function RefusalBox({
  rollover,
  refusals,
}: {
  rollover: RolloverRehearsal;
  refusals: readonly RolloverProblem[];
}) {
  const { nowhere } = rollover.balance;
  const who = nowhere === 1 ? "1 student has" : `${nowhere.toLocaleString("en")} students have`;
  return (
    <div
      className="mb-4 flex flex-wrap items-center gap-3 rounded border border-refused bg-paper px-4 py-3"
      role="alert"
    >
      <div className="flex min-w-0 flex-1 basis-[480px] gap-3">
        <Icon className="mt-[3px] text-refused" name="refused" />
        <div className="min-w-0">
          <p className="font-bold text-refused">The new term cannot start yet: {who} no class to go to.</p>
          {refusals.map((refusal) => (
            <p key={refusal.words}>
              {refusal.words} <Names {...refusal} />
            </p>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:flex-col">
        <ButtonLink to={PATHS.nextYear}>Next year’s classes</ButtonLink>
        <ButtonLink preventScrollReset to={rolloverUrl(rollover.id, { what: "nowhere", selection: "all" })}>
          Choose classes for students
        </ButtonLink>
      </div>
    </div>
  );
}

function Names({ students }: RolloverProblem) {
  const named = students.slice(0, MOST_NAMED);
  return (
    <>
      {named.map(({ key, name, was, isLinked }, index) => (
        <Fragment key={key}>
          {index > 0 ? "; " : null}
          {isLinked ? <Link to={`${PATHS.students}/${key}`}>{name}</Link> : name}, {was}
        </Fragment>
      ))}
      {students.length > MOST_NAMED
        ? ` and ${(students.length - MOST_NAMED).toLocaleString("en")} more`
        : null}
    </>
  );
}
