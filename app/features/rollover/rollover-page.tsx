import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { withRefreshParam } from "#domain/daily/refresh.ts";
import { joinClassNames } from "#ui/classes.ts";
import { UnscriptedRefresh } from "#ui/loading/unscripted-refresh.tsx";
import { Icon, type IconName } from "#ui/page/icon.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { RehearsalView } from "./rehearsal/rehearsal-view.tsx";
import {
  ROLLOVER_STEP_TITLES,
  describeRolloverStep,
  type RolloverView,
  type RunningRollover,
  type RolloverStepView,
} from "./rollover.rules.ts";
import { FinishedView } from "./run/finished-view.tsx";

const REFRESH_MS = 1_000;
const UNSCRIPTED_SECONDS = 3;

/** Shows a rehearsal, a running rollover or a completed one. All three have the same URL. */
export function RolloverPage({ rollover }: { rollover: RolloverView }) {
  return (
    <>
      {isUnderWay(rollover) ? <UnscriptedRefresh seconds={UNSCRIPTED_SECONDS} url={rollover.url} /> : null}
      {rollover.kind === "rehearsal" ? <RehearsalView rollover={rollover} /> : null}
      {rollover.kind === "running" ? <RolloverProgress rollover={rollover} /> : null}
      {rollover.kind === "finished" ? <FinishedView rollover={rollover} /> : null}
    </>
  );
}

/** Returns the interval at which the page refreshes during a rehearsal or rollover; otherwise null. */
export function rolloverRefreshInterval(rollover: RolloverView): number | null {
  return isUnderWay(rollover) ? REFRESH_MS : null;
}

function isUnderWay({ kind, state }: RolloverView): boolean {
  return kind === "running" || state === "rehearsing";
}

/** Shows when each step of a running rollover began. A step is one transaction, so it has no percentage. */
function RolloverProgress({ rollover }: { rollover: RunningRollover }) {
  const { begun, requested, state, from, to, steps, asOf, url } = rollover;
  const isUndone = state === "undoing";
  const done = steps.filter((step) => step.state === "done").length;
  return (
    <>
      <PageHead
        about={`Started by ${begun?.by} at ${begun?.at}, as rehearsed ${requested.at}`}
        title={isUndone ? "The start of the new term is being undone" : "The new term is being set up"}
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_368px] lg:items-start">
        <Panel
          aside={isUndone ? "undoing" : `step ${Math.min(done + 1, steps.length)} of ${steps.length}`}
          flush
          title={`From ${from.short} to ${to.title}`}
        >
          <ol className="divide-y divide-line">
            {steps.map((step, index) => (
              <Step key={step.step} number={index + 1} step={step} rollover={rollover} />
            ))}
          </ol>
          <p className="flex justify-between gap-4 border-t px-4 py-3 md:px-5" role="status">
            <span className="text-muted">As of {asOf}. This page updates automatically.</span>
            <Link reloadDocument to={withRefreshParam(url)}>
              Refresh
            </Link>
          </p>
        </Panel>
        <Meanwhile />
      </div>
    </>
  );
}

const STATES: Record<RolloverStepView["state"], { icon: IconName; ink: string }> = {
  done: { icon: "tick", ink: "text-saved" },
  running: { icon: "ring", ink: "font-semibold" },
  waiting: { icon: "dash", ink: "text-muted" },
  undone: { icon: "undo", ink: "text-muted" },
};

type StepProps = { step: RolloverStepView; number: number; rollover: RunningRollover };

function Step({ step: { step, state, words }, number, rollover }: StepProps) {
  const { icon, ink } = STATES[state];
  const isBegun = state !== "waiting";
  return (
    <li
      aria-current={state === "running" ? "step" : undefined}
      className={joinClassNames(
        "relative flex min-h-[88px]",
        state === "running" && "border-l-4 border-l-red",
      )}
    >
      <span
        className={joinClassNames(
          "flex w-[72px] shrink-0 items-center justify-center border-r border-rule font-serif text-32 font-bold max-md:w-14",
          isBegun ? "text-red" : "text-muted",
        )}
      >
        {number}
      </span>
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-4 px-4 py-4 md:px-5">
        <div className="min-w-0">
          <h3 className={joinClassNames("font-serif text-18 font-bold", isBegun ? "text-ink" : "text-muted")}>
            {ROLLOVER_STEP_TITLES[step]}
          </h3>
          <p>{describeRolloverStep(step, rollover.to.title, rollover.balance)}</p>
        </div>
        <p className={joinClassNames("flex items-center gap-2", ink)}>
          <Icon className={state === "running" ? "animate-turn" : undefined} name={icon} />
          {words}
        </p>
      </div>
    </li>
  );
}

function Meanwhile() {
  return (
    <Panel flush title="While you wait">
      <ul className="divide-y divide-line">
        <Fact icon="lock">
          <strong>Nothing can be saved at the moment.</strong> Marks and reports that you type now are kept on
          this device and sent when the new term is ready.
        </Fact>
        <Fact icon="tick">You can still read and print everything.</Fact>
        <Fact icon="undo">
          The new term starts completely or not at all. If a step fails, Termbook undoes all changes.
        </Fact>
        <Fact icon="clock">
          You can close this page or turn off your computer. Termbook finishes the work on the server.
        </Fact>
      </ul>
    </Panel>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-4 py-3 md:px-5">
      <Icon className="mt-[3px] text-red" name={icon} />
      <span>{children}</span>
    </li>
  );
}
