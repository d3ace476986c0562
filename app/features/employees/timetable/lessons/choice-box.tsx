import { useEffect, useRef } from "react";
import type { Choice } from "#ui/form/select-field.tsx";

type ChoiceBoxProps = {
  label: string;
  name: string;
  choices: readonly Choice[];
  value: string;
  prompt: string | null;
  className: string;
  takesFocus?: boolean;
};

/** The browser's own: what was chosen before script came counts too, and what is stored comes anew with its row. */
export function ChoiceBox({
  label,
  name,
  choices,
  value,
  prompt,
  className,
  takesFocus = false,
}: ChoiceBoxProps) {
  const box = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  return (
    <select aria-label={label} className={className} defaultValue={value} key={value} name={name} ref={box}>
      {prompt === null ? null : <option value="">{prompt}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
