import { Form, Link, useSubmit } from "@remix-run/react";
import { PATHS } from "#domain/paths.ts";
import { classes } from "#ui/classes.ts";
import { Button } from "#ui/form/button.tsx";
import { Chooser } from "#ui/form/choice/chooser.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { assessmentsUrl, type Assessments, type ListedClass } from "./assessments.rules.ts";

type OfPage = { shown: Assessments };

/** The classes of the term, beside the tests of one of them. */
export function ClassList({ shown: { classes: listed, shown, term } }: OfPage) {
  return (
    <nav aria-label="Classes" className="max-xl:hidden">
      <Panel flush>
        <ul className="divide-y divide-line">
          {listed.map((item) => (
            <li key={item.classId}>
              <ClassLink isCurrent={item.classId === shown?.classId} listed={item} termId={term.id} />
            </li>
          ))}
        </ul>
      </Panel>
    </nav>
  );
}

type ClassLinkProps = { listed: ListedClass; termId: number; isCurrent: boolean };

function ClassLink({ listed: { classId, label, note, isMissing }, termId, isCurrent }: ClassLinkProps) {
  return (
    <Link
      aria-current={isCurrent ? "page" : undefined}
      className={classes(
        "flex min-h-9 items-center justify-between gap-3 px-5 py-1 text-ink no-underline hover:bg-cream hover:text-red",
        isCurrent && "border-l-4 border-l-red pl-4 font-bold text-red",
      )}
      preventScrollReset
      to={assessmentsUrl({ academicTermId: termId, classId })}
    >
      {label}
      <span
        className={classes("text-13", isMissing ? "font-semibold text-refused" : "font-normal text-muted")}
      >
        {note}
      </span>
    </Link>
  );
}

/** The choice of class for windows without room beside the table. */
export function ClassPicker({ shown: { classes: listed, shown, term } }: OfPage) {
  const hydrated = useHydrated();
  const submit = useSubmit();
  if (listed.length < 2) return null;
  return (
    <Form action={PATHS.assessments} className="flex items-center gap-2 xl:hidden" method="get">
      <input name="term" type="hidden" value={term.id} />
      <Chooser
        aria-label="Class"
        className="field-box w-auto min-w-0 max-md:grow"
        name="class"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(shown?.classId)}
      >
        {listed.map(({ classId, label, note, isMissing }) => (
          <option key={classId} value={classId}>
            {isMissing ? `${label}, ${note}` : label}
          </option>
        ))}
      </Chooser>
      {hydrated ? null : <Button>Show</Button>}
    </Form>
  );
}
