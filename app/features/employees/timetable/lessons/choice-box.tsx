import { useEffect, useRef } from "react";
import { Chooser } from "#ui/form/choice/chooser.tsx";
import type { Choice } from "#ui/form/select-field.tsx";

type ChoiceBoxProps = {
  label: string;
  name: string;
  choices: readonly Choice[];
  value: string;
  prompt: string | null;
  className: string;
  takesFocus?: boolean;
  onChoose: () => void;
};

/** The browser's own: what was chosen before script came counts too. */
export function ChoiceBox({
  label,
  name,
  choices,
  value,
  prompt,
  className,
  takesFocus = false,
  onChoose,
}: ChoiceBoxProps) {
  const box = useRef<HTMLSelectElement>(null);

  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);

  return (
    <Chooser
      aria-label={label}
      className={className}
      list={box}
      name={name}
      onChoose={onChoose}
      value={value}
    >
      {prompt === null ? null : <option value="">{prompt}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Chooser>
  );
}
