import { BusyButton } from "#ui/form/busy-button.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import type { Roster } from "../subjects.ts";

type RosterActsProps = {
  /** The id of the form that the rows are in. */
  form: string;
  roster: Roster;
  /** How many rows of the page are ticked. */
  ticked: number;
};

/** What is done with those that are ticked: not on a phone, whose rows have no boxes. Without script it is there at once. */
export function RosterActs({ form, roster: { teachers, students }, ticked }: RosterActsProps) {
  const hydrated = useHydrated();
  if (students.length === 0 || (hydrated && ticked === 0)) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:hidden">
      {hydrated ? <span className="font-semibold">{ticked} chosen</span> : null}
      <label className="flex items-center gap-2 text-muted">
        Teacher
        <select className="field-box w-auto max-w-36 text-ink" defaultValue="" form={form} name="set">
          <option value="">Choose</option>
          {teachers.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <BusyButton busy="Setting" form={form} intent="set" kind="secondary">
        Set
      </BusyButton>
      <BusyButton busy="Deleting" form={form} intent="delete" kind="quiet">
        {hydrated ? `Delete ${ticked}` : "Delete ticked"}
      </BusyButton>
    </div>
  );
}
