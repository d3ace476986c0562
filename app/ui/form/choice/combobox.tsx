import { useEffect, useRef, useState, type ReactNode } from "react";
import { joinClassNames } from "../../classes.ts";
import { Icon } from "../../page/icon.tsx";
import { errorDescriptionProps } from "../field.tsx";
import { useHydrated } from "../../use-hydrated.ts";
import { useChoiceList, type ComboboxChoice } from "./use-choice-list.ts";

type ComboboxProps = {
  id: string;
  name: string;
  label: string;
  choices: readonly ComboboxChoice[];
  /** The value that is stored, or the value that was sent and rejected. */
  value: string;
  /** Muted text in the field about the chosen value. */
  aside?: string;
  hint?: ReactNode;
  error?: string | undefined;
  onChoose?: (value: string) => void;
  /** Called when the person starts typing, and when they stop without having chosen. */
  onTyping?: (isTyping: boolean) => void;
};

/**
 * A field for finding one of many choices by typing part of its name. The server sends an ordinary select, which stays
 * the form's field. Script hides the select and takes over a choice made before the script loaded.
 */
export function Combobox({ id, name, choices, value, onChoose, ...rest }: ComboboxProps) {
  const isHydrated = useHydrated();
  const select = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState(value);
  const isServed = useRef(true);

  useEffect(() => {
    const before = select.current?.value ?? value;
    if (isServed.current && before !== value) choose(before);
    else mark(value);
    isServed.current = false;
    // The choice is replaced only when the stored value changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);

  function mark(next: string) {
    if (select.current) select.current.value = next;
    setChosen(next);
  }

  function choose(next: string) {
    mark(next);
    onChoose?.(next);
  }

  return (
    <>
      <select
        {...(isHydrated ? {} : errorDescriptionProps(id, rest))}
        autoComplete="off"
        className={isHydrated ? "hidden" : "field-box"}
        defaultValue={value}
        id={isHydrated ? undefined : id}
        name={name}
        ref={select}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.detail ? `${choice.title} (${choice.detail})` : choice.title}
          </option>
        ))}
      </select>
      {isHydrated ? (
        <ChoiceInput choices={choices} chosen={chosen} id={id} onChoose={choose} {...rest} />
      ) : null}
    </>
  );
}

type ChoiceInputProps = Omit<ComboboxProps, "name" | "value"> & {
  chosen: string;
  onChoose: (value: string) => void;
};

/**
 * An editable combobox with a list, as WAI-ARIA describes it: the focus stays in the box, and `aria-activedescendant`
 * names the choice that Enter takes.
 */
function ChoiceInput({ id, label, choices, chosen, aside, onChoose, onTyping, ...rest }: ChoiceInputProps) {
  const list = useChoiceList({ choices, chosen, onChoose, onTyping });
  const { typed, isOpen, active, found } = list;
  const box = useRef<HTMLInputElement>(null);
  const title = choices.find(({ value }) => value === chosen)?.title ?? "";
  const optionId = (value: string) => `${id}-${value || "none"}`;

  // Selects the text when the title of the chosen item reappears, so that typing replaces the text.
  useEffect(() => {
    if (typed === null && document.activeElement === box.current) box.current?.select();
  }, [typed]);

  useEffect(() => {
    if (isOpen && active !== null)
      document.getElementById(`${id}-${active || "none"}`)?.scrollIntoView({ block: "nearest" });
  }, [id, isOpen, active]);

  return (
    <div className="relative">
      <input
        {...errorDescriptionProps(id, rest)}
        aria-activedescendant={isOpen && active !== null ? optionId(active) : undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-expanded={isOpen}
        autoCapitalize="none"
        autoComplete="off"
        className="field-box pr-9"
        id={id}
        onBlur={list.close}
        onChange={(event) => list.type(event.currentTarget.value)}
        onClick={list.toggle}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={list.onKeyDown}
        ref={box}
        role="combobox"
        spellCheck={false}
        type="text"
        value={typed ?? title}
      />
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-2 text-muted">
        {isOpen ? null : aside}
        <Icon name="chevron-down" />
      </span>
      <span className="sr-only" role="status">
        {typed === null ? "" : `${found.length} of ${choices.length}`}
      </span>
      {isOpen ? (
        <div
          aria-label={label}
          className="absolute inset-x-0 top-full z-20 -mt-px max-h-[min(22rem,50dvh)] overflow-y-auto overscroll-contain rounded-b border border-field bg-paper"
          id={`${id}-list`}
          role="listbox"
        >
          {found.map((choice) => (
            <button
              aria-selected={choice.value === chosen}
              className={joinClassNames(
                "block min-h-11 w-full cursor-pointer border-b border-line px-3 py-1.5 text-left last:border-b-0 hover:bg-cream",
                choice.value === active && "bg-cream-2",
              )}
              id={optionId(choice.value)}
              key={choice.value}
              onClick={() => list.choose(choice.value)}
              // Keeps the focus in the box when a choice is pressed.
              onMouseDown={(event) => event.preventDefault()}
              role="option"
              tabIndex={-1}
              type="button"
            >
              <ChoiceWords choice={choice} />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function ChoiceWords({ choice: { title, detail, aside } }: { choice: ComboboxChoice }) {
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3">
        <strong className="font-semibold">{title}</strong>
        <span className="text-13">{aside}</span>
      </span>
      {detail ? <span className="block text-13 text-muted">{detail}</span> : null}
    </>
  );
}
