import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { Panel } from "#ui/panel.tsx";

import type { EmptyClass as Empty } from "./classes.ts";

/** A class without students has no report to show. */
export function EmptyClass({ empty: { classLabel, period, chooserUrl } }: { empty: Empty }) {
  return (
    <>
      <PageHead about={period} title={classLabel} />
      <Panel flush>
        <EmptyState action={<ButtonLink to={chooserUrl}>Choose another class</ButtonLink>}>
          No student is registered in {classLabel} for {period} yet.
        </EmptyState>
      </Panel>
    </>
  );
}
