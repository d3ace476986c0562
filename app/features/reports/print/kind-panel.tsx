import { Form, Link } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { ClassGrid } from "./class-grid.tsx";
import { KindFields } from "./kind-fields.tsx";
import { kindUrl } from "./params.rules.ts";
import { PrintFoot } from "./print-foot.tsx";
import type { PrintScreen } from "./print.ts";
import { StudentChoice } from "./student-choice.tsx";
import type { PrintChoice } from "./use-print-choice.ts";

type KindPanelProps = { screen: PrintScreen; choice: PrintChoice; isMissing: boolean };

const NOT_OFFERED = "Your choice is not available in this period. Choose again.";

/**
 * Shows the choices of a kind as a form. With scripts, a choice applies at once; without, the buttons submit the form.
 */
export function KindPanel({ screen, choice, isMissing }: KindPanelProps) {
  const { kind, params, classes } = screen;
  const { form, chosen, choose, onPeriod, onSearch } = choice;
  const hasStudents = kind.whose.endsWith("student") && classes.length > 0;
  // A person without a class sees the notice about that, even for a report on one student.
  const hasGrid = kind.whose !== "school" && (kind.whose !== "student" || classes.length === 0);
  return (
    <Panel flush>
      <div className="flex items-baseline justify-between gap-4 border-b px-4 py-3 md:px-5">
        <h2>{kind.title}</h2>
        <p className="text-right text-13 text-muted max-xl:hidden">{kind.about}</p>
        <Link className="inline-flex min-h-6 items-center xl:hidden" to={kindUrl(chosen, null)}>
          Change
          <span className="sr-only"> the report</span>
        </Link>
      </div>
      <Form
        action={`${PATHS.reports}/${kind.kind}`}
        autoComplete="off"
        method="get"
        onChange={choose}
        preventScrollReset
        ref={form}
        replace
      >
        <KindFields onPeriod={onPeriod} screen={screen} />
        {isMissing && params.noDay === null ? (
          <p
            className="flex gap-1.5 border-b px-4 py-3 text-13 font-semibold text-refused md:px-5"
            role="alert"
          >
            <Icon className="mt-px" name="refused" />
            {kind.whose === "student" ? "Choose a student first." : NOT_OFFERED}
          </p>
        ) : null}
        {hasGrid ? <ClassGrid key={`${params.period} ${params.whose}`} screen={screen} /> : null}
        {hasStudents ? <StudentChoice chosen={chosen} onSearch={onSearch} screen={screen} /> : null}
        <PrintFoot params={chosen} screen={screen} />
      </Form>
    </Panel>
  );
}
