import { Form, useSubmit } from "@remix-run/react";
import { Button } from "#ui/form/button.tsx";
import { Chooser } from "#ui/form/choice/chooser.tsx";
import { rolloverUrl } from "../rollover-params.rules.ts";
import type { OutcomeChoices, Rollover } from "../rollover.ts";

type OutcomeFiltersProps = { rollover: Rollover; choices: OutcomeChoices; words: string | null };

/** The filters by level, class and name. With script, a choice applies at once; without it, a button sends them. */
export function OutcomeFilters({ rollover: { id, params }, choices, words }: OutcomeFiltersProps) {
  const submit = useSubmit();
  const choose = ({ form }: HTMLSelectElement) => submit(form, { preventScrollReset: true });
  const kept = { what: params.what, assumed: params.isAssumed ? "1" : null };
  return (
    <Form
      action={rolloverUrl(id)}
      className="flex flex-wrap items-center gap-2 border-b p-3 md:px-4"
      method="get"
      preventScrollReset
      role="search"
    >
      {Object.entries(kept).map(([name, value]) =>
        value === null ? null : <input key={name} name={name} type="hidden" value={value} />,
      )}
      <Choice all="All levels" choices={choices.levels} name="level" onChoose={choose} value={params.level} />
      <Choice
        all="All classes"
        choices={choices.classes}
        name="class"
        onChoose={choose}
        value={params.classId}
      />
      <input
        aria-label="Name"
        autoComplete="off"
        className="field-box w-[200px] min-w-0 grow md:grow-0"
        defaultValue={params.name}
        key={params.name}
        name="name"
        placeholder="Name"
        type="search"
      />
      <Button icon="search">Search</Button>
      {words === null ? null : <span className="ml-auto text-13 text-muted">{words}</span>}
    </Form>
  );
}

type ChoiceProps = {
  all: string;
  name: string;
  value: number | null;
  choices: readonly { value: string; label: string }[];
  onChoose: (list: HTMLSelectElement) => void;
};

function Choice({ all, name, value, choices, onChoose }: ChoiceProps) {
  return (
    <Chooser
      aria-label={all}
      className="field-box w-auto"
      name={name}
      onChoose={onChoose}
      value={String(value ?? "")}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Chooser>
  );
}
