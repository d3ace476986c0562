import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { HiddenField, SelectField, TextArea, TextField } from "#ui/form/fields/fields.tsx";
import { EmptyState } from "#ui/page/empty-state.tsx";
import { Icon } from "#ui/page/icon.tsx";
import { Panel } from "#ui/page/panel.tsx";
import {
  LONGEST_SUBJECT_GROUP,
  rolloverUrl,
  type RolloverRehearsal,
  type SubjectGroupLevel,
} from "../rollover.rules.ts";
import type { RolloverInput } from "../rollover.server.ts";

type FromListProps = {
  rollover: RolloverRehearsal;
  groups: readonly SubjectGroupLevel[];
  /** False when this rehearsal is out of date, so that its outcomes cannot be changed. */
  isOpen: boolean;
};

/** Changes the outcomes of students from a list, such as one sorted by subject group, and names these groups. */
export function PasteOutcomesForm({ rollover, groups, isOpen }: FromListProps) {
  if (!isOpen) {
    return (
      <Panel>
        <EmptyState action={null}>
          This rehearsal is out of date. Rehearse again to change outcomes.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <PasteForm rollover={rollover} />
      {groups.length > 0 ? <GroupsForm groups={groups} rollover={rollover} /> : null}
    </div>
  );
}

type PasteInput = Extract<RolloverInput, { intent: "list" }>;

function PasteForm({ rollover: { id, params, choices } }: Pick<FromListProps, "rollover">) {
  const [form, fields] = useActionForm<PasteInput>("outcome-list", { destination: "report" });
  const outcomes = choices.destinations.filter(({ value }) => value !== "report");
  return (
    <Panel title="Paste a list of students">
      <ActionForm
        action={rolloverUrl(id, params)}
        form={form}
        labels={{ students: "Students" }}
        rejectedTitle="No student’s outcome was changed"
        replace
        unansweredTitle={MESSAGES.termNotSet}
      >
        <TextArea
          className="min-h-40 font-mono"
          field={fields.students}
          hint="Write one student ID on each line. After the ID you can write a class (4B), a subject group (Science), or promote, repeat or leave."
          label="Students"
          rows={8}
        />
        <SelectField
          choices={[{ value: "report", label: "None: each line gives its own outcome" }, ...outcomes]}
          className="max-w-[320px]"
          field={fields.destination}
          label="Outcome for lines without an outcome"
        />
        <div>
          <BusyButton busy="Changing" intent="list">
            Change outcomes
          </BusyButton>
        </div>
      </ActionForm>
    </Panel>
  );
}

function GroupsForm({ rollover: { id, params, to }, groups }: Pick<FromListProps, "rollover" | "groups">) {
  const named = groups.flatMap(({ classes }) => classes.map(({ id: key, group }) => [String(key), group]));
  type Groups = Record<string, string>;
  const [form, fields] = useActionForm<{ groups: Groups; was: Groups }>("subject-groups", {
    groups: Object.fromEntries(named),
    was: Object.fromEntries(named),
  });
  const [ofClass, wasOfClass] = [fields.groups.getFieldset(), fields.was.getFieldset()];
  return (
    <Panel
      aside="such as Science or Business, for levels divided by subjects"
      title={`Subject groups of ${to.year}`}
    >
      <ActionForm
        action={rolloverUrl(id, params)}
        form={form}
        rejectedTitle="The subject groups were not saved"
        replace
        unansweredTitle={MESSAGES.termNotSet}
      >
        {groups.map(({ title, classes }) => (
          <details className="group" key={title} open={classes.some(({ group }) => group !== "")}>
            <summary className="flex min-h-9 cursor-pointer items-center gap-2 font-semibold touch:min-h-11">
              <Icon className="text-field group-open:rotate-180" name="chevron-down" />
              {title}
            </summary>
            <div className="grid gap-3 pt-1 md:grid-cols-3 lg:grid-cols-5">
              {classes.map(({ id: key, label }) => {
                const [field, was] = [ofClass[String(key)], wasOfClass[String(key)]];
                return field && was ? (
                  <div key={key}>
                    <HiddenField field={was} />
                    <TextField field={field} label={label} maxLength={LONGEST_SUBJECT_GROUP} />
                  </div>
                ) : null;
              })}
            </div>
          </details>
        ))}
        <div>
          <BusyButton busy="Saving" intent="groups" kind="secondary">
            Save subject groups
          </BusyButton>
        </div>
      </ActionForm>
    </Panel>
  );
}
