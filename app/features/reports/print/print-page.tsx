import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";

import { KindList } from "./kind-list.tsx";
import { KindPanel } from "./kind-panel.tsx";
import type { PrintScreen } from "./print.ts";
import { usePrintChoice } from "./use-print-choice.ts";

type PrintPageProps = { screen: PrintScreen | null; isMissing: boolean };

/** Print/View Reports (T2): the kinds, and the choices of one; where they do not fit side by side one after the other. */
export function PrintPage({ screen, isMissing }: PrintPageProps) {
  return screen ? <Choices isMissing={isMissing} screen={screen} /> : <NoTerm />;
}

function Choices({ screen, isMissing }: { screen: PrintScreen; isMissing: boolean }) {
  const { kinds, kind, isPicked, batches } = screen;
  const choice = usePrintChoice(screen);
  return (
    <>
      <PageHead
        actions={
          batches ? (
            <ButtonLink icon="print" to={PATHS.batches}>
              Print Runs{batches.running > 0 ? `, ${batches.running} running` : ""}
            </ButtonLink>
          ) : null
        }
        title="Print/View Reports"
      />
      <div className="grid gap-4 xl:grid-cols-[304px_minmax(0,1fr)]">
        <KindList className={isPicked ? "max-xl:hidden" : ""} kinds={kinds} place={choice.chosen} />
        <div className={classes("min-w-0", !isPicked && "max-xl:hidden")}>
          <KindPanel choice={choice} isMissing={isMissing} key={kind.kind} screen={screen} />
        </div>
      </div>
    </>
  );
}

function NoTerm() {
  return (
    <>
      <PageHead title="Print/View Reports" />
      <Panel>
        <EmptyState action={<ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>}>
          The school’s calendar has not begun: there is nothing to print yet.
        </EmptyState>
      </Panel>
    </>
  );
}
