import { useSubmit } from "@remix-run/react";
import { Chooser } from "../form/choice/chooser.tsx";

type StatusFilterProps = {
  chosen: string | number;
  statuses: readonly { value: string; label: string }[];
};

/** The status field of the search form. Without script, the form's button sends the choice. */
export function StatusFilter({ chosen, statuses }: StatusFilterProps) {
  const submit = useSubmit();
  return (
    <div className="flex min-w-0 items-center gap-3 max-md:grow">
      <label className="font-semibold" htmlFor="listed-status">
        Status
      </label>
      <Chooser
        className="field-box w-auto min-w-0 max-md:flex-1"
        id="listed-status"
        name="status"
        onChoose={({ form }) => submit(form, { preventScrollReset: true })}
        value={String(chosen)}
      >
        {statuses.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Chooser>
    </div>
  );
}
