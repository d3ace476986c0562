import { useId } from "react";
import { joinClassNames } from "../../classes.ts";
import { errorDescriptionProps, FieldErrorMessage } from "../field.tsx";
import { SEGMENT_CLASS, SEGMENTS_CLASS } from "./segment-classes.ts";

type SegmentsProps = {
  label: string;
  name: string;
  choices: readonly { value: string; label: string }[];
  /** The initial choice. */
  chosen: string;
  className?: string;
  /** The id of the first choice, to which an error summary links. */
  id?: string;
  error?: string | undefined;
};

/** A field for one of a few choices, all visible side by side. */
export function SegmentedControl({ label, name, choices, chosen, className, ...field }: SegmentsProps) {
  const ownId = useId();
  const { id = ownId, error } = field;
  return (
    <div className={className}>
      <p className="mb-1 font-semibold" id={`${id}-label`}>
        {label}
      </p>
      <div
        {...errorDescriptionProps(id, { error })}
        aria-labelledby={`${id}-label`}
        className={joinClassNames(
          SEGMENTS_CLASS,
          "min-h-10 auto-cols-[minmax(max-content,1fr)] font-semibold max-md:auto-cols-[minmax(min-content,1fr)] max-md:text-center touch:min-h-11",
        )}
        role="radiogroup"
      >
        {choices.map((choice, index) => (
          <label className={joinClassNames(SEGMENT_CLASS, "px-3 py-1 leading-5 md:px-5")} key={choice.value}>
            <input
              autoComplete="off"
              className="radio-cover"
              defaultChecked={choice.value === chosen}
              id={index === 0 ? id : undefined}
              name={name}
              type="radio"
              value={choice.value}
            />
            {choice.label}
          </label>
        ))}
      </div>
      <FieldErrorMessage error={error} id={id} />
    </div>
  );
}
