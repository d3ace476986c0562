import { useState, type KeyboardEvent, type ReactNode } from "react";
import { filterByWords } from "../matching.ts";

export type ComboboxChoice = {
  value: string;
  title: string;
  /** Text under the title. Without JavaScript, the text follows the title in brackets. */
  detail: string;
  /** Text to the right of the title. */
  aside: ReactNode;
  /** True for a choice that is offered for any typed text. */
  isAlways?: boolean;
};

type ChoiceList = {
  choices: readonly ComboboxChoice[];
  chosen: string;
  onChoose: (value: string) => void;
  onTyping?: ((isTyping: boolean) => void) | undefined;
};

/** Keeps the state of a list of choices and handles its keys. Leaving the list without a choice changes nothing. */
export function useChoiceList({ choices, chosen, onChoose, onTyping }: ChoiceList) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string | null>(null);
  const found = typed === null ? choices : foundBy(typed, choices);

  function open() {
    setOpen(true);
    setActive(chosen);
  }

  function close() {
    setOpen(false);
    setTyped(null);
    onTyping?.(false);
  }

  function type(text: string) {
    setOpen(true);
    setTyped(text);
    setActive(foundBy(text, choices)[0]?.value ?? null);
    onTyping?.(true);
  }

  function choose(value: string) {
    close();
    if (value !== chosen) onChoose(value);
  }

  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => (isOpen ? setActive(besideIn(found, active, 1)) : open()),
    ArrowUp: () => (isOpen ? setActive(besideIn(found, active, -1)) : open()),
    Enter: () => (isOpen && active !== null ? choose(active) : open()),
    // While the list is closed, Escape closes the surrounding dialog as usual.
    Escape: isOpen ? close : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => actOn(event, keys[event.key]);

  return { typed, isOpen, active, found, type, choose, close, toggle: isOpen ? close : open, onKeyDown };
}

function actOn(event: KeyboardEvent, act: (() => void) | undefined) {
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Returns the next choice in the given direction. The first choice follows the last. */
function besideIn(found: readonly ComboboxChoice[], active: string | null, by: 1 | -1): string | null {
  const place = found.findIndex(({ value }) => value === active);
  const next = place < 0 && by < 0 ? found.length - 1 : (place + by + found.length) % found.length;
  return found[next]?.value ?? null;
}

function foundBy(typed: string, choices: readonly ComboboxChoice[]): readonly ComboboxChoice[] {
  const matched = filterByWords(choices, typed, ({ title, detail }) => `${title} ${detail}`);
  return choices.filter((choice) => choice.isAlways === true || matched.includes(choice));
}
