import { useRef, useState, type KeyboardEvent } from "react";
import { joinClassNames } from "#ui/classes.ts";
import { Icon } from "#ui/page/icon.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { RecordFormCheckbox } from "./form-field.tsx";
import { useRecordFormFields, useRecordFormContext, type RecordFormFieldState } from "./form-result.ts";

type FormListProps = {
  title: string;
  /** The names of the fields, each of which is a checkbox. */
  names: readonly string[];
  className?: string;
};

/**
 * A choice of several options. One field shows the chosen options and opens to a checkbox for each option. This works
 * without JavaScript; with JavaScript, chosen options appear at once and can be removed.
 */
export function RecordFormMultiSelect({ title, names, className }: FormListProps) {
  const { isReadOnly } = useRecordFormContext();
  const fields = useRecordFormFields(names);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState(() => new Set(fields.filter(isChosen).map(({ name }) => name)));
  if (isReadOnly) return <Printed className={className} names={names} title={title} />;

  function readBoxes() {
    const ticked = boxes.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [];
    setChosen(new Set([...ticked].map(({ name }) => name)));
  }

  function takeOut(name: string) {
    const box = boxes.current?.querySelector<HTMLInputElement>(`input[id="${name}"]`);
    if (box) box.checked = false;
    readBoxes();
  }

  /** Closes the open list on Escape, so that the key does not close the dialog around the list. */
  function close(event: KeyboardEvent<HTMLDetailsElement>) {
    const list = event.currentTarget;
    if (event.key !== "Escape" || !list.open) return;
    event.preventDefault();
    list.open = false;
    list.querySelector("summary")?.focus();
  }

  return (
    <div className={joinClassNames("min-w-0 md:has-[[open]]:col-span-full", className)}>
      <p className="mb-1 font-semibold">{title}</p>
      <div className="relative">
        <Chosen fields={fields.filter(({ name }) => chosen.has(name))} onTakeOut={takeOut} />
        {/* Escape closes the list wherever the focus is in it. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <details
          className="group"
          onKeyDown={close}
          open={fields.some(({ outcome }) => outcome !== null) || undefined}
        >
          <summary
            aria-label={`Choose ${title}`}
            className="absolute right-0 top-0 grid size-10 cursor-pointer list-none place-items-center touch:size-11 [&::-webkit-details-marker]:hidden"
          >
            <Icon className="text-ink group-open:rotate-180" name="chevron-down" />
          </summary>
          <fieldset className="min-w-0 px-1 pt-1" onChange={readBoxes} ref={boxes}>
            <legend className="sr-only">{title}</legend>
            <div className="grid grid-cols-2 gap-x-4 md:grid-cols-3">
              {names.map((name) => (
                <RecordFormCheckbox key={name} name={name} />
              ))}
            </div>
          </fieldset>
        </details>
      </div>
    </div>
  );
}

type ChosenProps = { fields: readonly RecordFormFieldState[]; onTakeOut: (name: string) => void };

function Chosen({ fields, onTakeOut }: ChosenProps) {
  const hydrated = useHydrated();
  if (fields.length === 0) return <p className="field-box flex items-center text-muted">None</p>;
  return (
    <ul className="field-box flex flex-wrap items-center gap-1.5 pr-11">
      {fields.map(({ name, title }) => (
        <li
          className="inline-flex min-w-0 items-center rounded-sm border border-line-2 bg-cream pl-2 text-15"
          key={name}
        >
          <span className={joinClassNames("min-w-0 break-words py-0.5", hydrated ? undefined : "pr-2")}>
            {title}
          </span>
          {hydrated ? (
            <button
              aria-label={`Remove ${title}`}
              className="grid size-7 shrink-0 place-items-center text-muted hover:text-red touch:size-9"
              onClick={() => onTakeOut(name)}
              type="button"
            >
              <Icon name="close" size={13} />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type PrintedProps = Pick<FormListProps, "title" | "names"> & { className: string | undefined };

function Printed({ title, names, className }: PrintedProps) {
  return (
    <div className={joinClassNames("min-w-0", className)}>
      <p className="text-13 text-muted">{title}</p>
      {names.map((name) => (
        <RecordFormCheckbox key={name} name={name} />
      ))}
    </div>
  );
}

function isChosen({ value }: RecordFormFieldState): boolean {
  return value !== null;
}
