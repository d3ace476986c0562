import { Link } from "@remix-run/react";
import { MESSAGES } from "#domain/messages.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { Button } from "#ui/form/button.tsx";
import { AutoSubmitSelect } from "#ui/form/choice/chooser.tsx";
import { errorDescriptionProps } from "#ui/form/field.tsx";
import { HiddenField } from "#ui/form/fields/fields.tsx";
import { Panel } from "#ui/page/panel.tsx";
import { rolloverUrl, type LevelDefaultOutcome, type RolloverRehearsal } from "../rollover.rules.ts";
import type { RolloverInput } from "../rollover.server.ts";

type DefaultOutcomesProps = {
  rollover: RolloverRehearsal;
  levels: readonly LevelDefaultOutcome[];
  /** False when this rehearsal is out of date, so that its outcomes cannot be changed. */
  isOpen: boolean;
};

const ROW =
  "grid grid-cols-[minmax(0,1fr)_56px] items-center gap-x-4 gap-y-1 px-4 py-2 md:grid-cols-[112px_minmax(0,240px)_minmax(0,1fr)_72px] md:px-5";

/** Lists what the students of each level do when nobody decides about them. Each row saves by itself. */
export function DefaultOutcomes({ levels, ...props }: DefaultOutcomesProps) {
  return (
    <Panel aside="for students without a decision in their report" flush title="Default outcomes">
      <div
        aria-hidden
        className={`${ROW} min-h-10 border-b border-b-red bg-cream-2 text-13 font-semibold max-md:hidden`}
      >
        <span>Level</span>
        <span>At the end of the year</span>
        <span />
        <span className="text-right">Undecided</span>
      </div>
      <ul className="divide-y divide-line">
        {levels.map((level) => (
          <li className={ROW} key={level.level}>
            <strong>{level.title}</strong>
            <div className="max-md:order-last max-md:col-span-2">
              <Outcome level={level} {...props} />
            </div>
            <Note level={level} {...props} />
            <Link
              aria-label={`${level.undecided} in ${level.title} without a decision`}
              className="text-right tabular-nums"
              preventScrollReset
              to={rolloverUrl(props.rollover.id, { level: level.level, selection: "undecided" })}
            >
              {level.undecided.toLocaleString("en")}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type LevelProps = Pick<DefaultOutcomesProps, "rollover" | "isOpen"> & { level: LevelDefaultOutcome };

/** The drop-down list of a level. Without JavaScript a button saves it. The last level always leaves. */
function Outcome({ rollover, isOpen, level: { level, title, nextTitle, outcome, version } }: LevelProps) {
  const id = `default-${level}`;
  const [form, fields] = useActionForm<Extract<RolloverInput, { intent: "default" }>>(id, {
    intent: "default",
    level,
    outcome,
    version: version ?? 0,
  });
  if (nextTitle === null) return "Leave";
  const [error] = fields.outcome.errors ?? [];
  return (
    <ActionForm
      action={rolloverUrl(rollover.id, rollover.params)}
      className="!gap-1"
      form={form}
      preventScrollReset
      rejectedTitle="The default outcome was not changed"
      replace
      unansweredTitle={MESSAGES.termNotSet}
    >
      <HiddenField field={fields.intent} />
      <HiddenField field={fields.level} />
      <div className="flex gap-2">
        <AutoSubmitSelect
          {...errorDescriptionProps(fields.outcome.id, { hint: undefined, error })}
          aria-label={`${title} at the end of the year`}
          className="field-box"
          disabled={!isOpen}
          id={fields.outcome.id}
          name={fields.outcome.name}
          onChoose={({ form: element }) => element?.requestSubmit()}
          value={outcome}
        >
          <option value="up">Go up to {nextTitle}</option>
          <option value="leave">Leave</option>
        </AutoSubmitSelect>
        {isOpen ? <Button className="hidden unscripted:inline-flex">Save {title}</Button> : null}
      </div>
    </ActionForm>
  );
}

/** Links to the students who go up although the default of their level is to leave. */
function Note({ rollover: { id }, level: { level, nextTitle, outcome, accepted } }: LevelProps) {
  if (nextTitle === null) return <span className="text-13 text-muted max-md:hidden">the last level</span>;
  if (outcome === "up") return <span className="max-md:hidden" />;
  return (
    <span className="text-13 text-muted max-md:order-last max-md:col-span-2">
      unless accepted into {nextTitle}:{" "}
      <Link preventScrollReset to={rolloverUrl(id, { level, what: "promoted" })}>
        {accepted.toLocaleString("en")} accepted
      </Link>
    </span>
  );
}
