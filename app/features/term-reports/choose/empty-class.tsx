import { PATHS } from "#domain/paths.ts";
import { ButtonLink } from "#ui/form/button.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { PageHead } from "#ui/page/page-head.tsx";
import { Panel } from "#ui/page/panel.tsx";
import type { EmptyClass as Empty } from "./classes.ts";

/** The page of a class without students, which has no report to show. */
export function EmptyClass({ empty }: { empty: Empty }) {
  return (
    <>
      <PageHead about={empty.period} title={empty.classLabel} />
      <NobodyYet empty={empty} />
    </>
  );
}

/** Stands in the place of the reports, and leads back to the choice of classes if there is one. */
export function NobodyYet({ empty: { classLabel, period, chooserUrl } }: { empty: Empty }) {
  const wayOut = chooserUrl ? (
    <ButtonLink to={chooserUrl}>Choose another class</ButtonLink>
  ) : (
    <ButtonLink to={PATHS.mainMenu}>Main Menu</ButtonLink>
  );
  return (
    <Panel flush>
      <EmptyState action={wayOut}>
        No student is registered in {classLabel} for {period} yet.
      </EmptyState>
    </Panel>
  );
}
