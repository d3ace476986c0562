import { Form } from "@remix-run/react";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Button } from "#ui/form/button.tsx";
import { Field } from "#ui/form/field.tsx";
import { Icon } from "#ui/page/icon.tsx";
import type { Sent } from "../../refused-fields.tsx";
import type { ClassTests, FortnightlyTest } from "../assessments.rules.ts";

type FortnightlyTestsProps = { tests: ClassTests; termId: number; sent: Sent | null };

/** The fortnightly tests of the class: what each is called, and its day where a subject has none of its own. */
export function FortnightlyTests({ tests, termId, sent }: FortnightlyTestsProps) {
  const { fortnightly } = tests;
  return (
    <details className="group border-b" open={sent !== null || fortnightly.length === 0}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 font-semibold md:px-5">
        <Icon className="text-field group-open:[rotate:180deg]" name="chevron-down" />
        Fortnightly tests{" "}
        <span className="text-13 font-normal text-muted">{fortnightly.length} in this class</span>
      </summary>
      <ul className="divide-y divide-line border-t">
        {fortnightly.map((test) => (
          <li key={`${test.id} ${test.version}`}>
            <TestForm sent={sent} termId={termId} test={test} tests={tests} />
          </li>
        ))}
        <li key={`new ${fortnightly.length}`}>
          <TestForm sent={sent} termId={termId} test={null} tests={tests} />
        </li>
      </ul>
    </details>
  );
}

type TestFormProps = FortnightlyTestsProps & { test: FortnightlyTest | null };

const COLUMNS =
  "grid items-start gap-x-4 gap-y-3 px-4 py-3 md:grid-cols-[minmax(0,1fr)_176px_112px_auto] md:px-5";

function TestForm({ test, tests: { classId, url, days }, termId, sent: all }: TestFormProps) {
  const id = String(test?.id ?? "new");
  const sent = all?.typed.test === id ? all : null;
  const held = { title: test?.title ?? "", day: test?.day ?? "", max: "" };
  const field = (name: keyof typeof held) => ({
    ...{ name, id: `${name}-${id}` },
    defaultValue: sent?.typed[name] ?? held[name],
    error: sent?.errors[name],
  });
  return (
    <Form
      action={url}
      aria-label={test ? test.title : "A new fortnightly test"}
      className={COLUMNS}
      method="post"
      noValidate
      preventScrollReset
    >
      <AuthorField />
      <input name="what" type="hidden" value="test" />
      <input name="term" type="hidden" value={termId} />
      <input name="class" type="hidden" value={classId} />
      <input name="test" type="hidden" value={id} />
      {test ? <input name="version" type="hidden" value={test.version} /> : null}
      <Field {...field("title")} autoComplete="off" label={test ? "Title" : "New test"} />
      <Field {...field("day")} label="Day" max={days.to} min={days.from} type="date" />
      {test ? (
        <p className="text-13 text-muted md:pt-9">
          {test.entered === 1 ? "1 mark" : `${test.entered} marks`}
        </p>
      ) : (
        <Field
          {...field("max")}
          autoComplete="off"
          className="text-right"
          inputMode="decimal"
          label="Out of"
        />
      )}
      <div className="flex gap-2 md:pt-7">
        <BusyButton
          busy={test ? "Saving" : "Adding"}
          intent={test ? "save" : "add"}
          kind="secondary"
          of={{ name: "test", value: id }}
        >
          {test ? "Save" : "Add"}
        </BusyButton>
        {test ? (
          <Button aria-label={`Remove ${test.title}`} kind="quiet" name="intent" value="remove">
            Remove
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
