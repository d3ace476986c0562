import type { ReactNode } from "react";
import { FieldKindControl } from "#fields/controls/control.tsx";
import { formatFieldText, formatValue } from "#fields/kind.ts";
import type { RecordField } from "#fields/record.ts";
import type { FieldValue } from "#fields/value.ts";
import { joinClassNames } from "#ui/classes.ts";
import { PrintableText } from "#ui/form/printable-text.tsx";
import { SaveStatus } from "#ui/page/save-status.tsx";
import { formatChangedBy } from "../conflicts.rules.ts";
import {
  useRecordFormField,
  useRecordFormContext,
  type RecordFormFieldState as Field,
} from "./form-result.ts";

type FormFieldProps = {
  name: string;
  /** The hint below the label, which people should read before they type. */
  hint?: string | undefined;
  /** Text or a link to the right of the label, such as a value that does not change. */
  aside?: ReactNode;
  /** True if the field has the focus when its dialog opens. */
  isFirst?: boolean;
  className?: string;
};

/** A field of a form that is saved as a whole: the label, the control and the outcome of the last save. */
export function RecordFormField({ name, hint, aside, isFirst, className }: FormFieldProps) {
  const { isReadOnly } = useRecordFormContext();
  const field = useRecordFormField(name);
  if (isReadOnly || field.closed) return <ReadOnlyField className={className} field={field} />;
  return (
    <div className={joinClassNames("min-w-0", className)}>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <FieldLabel field={field} />
        <span className="text-13 text-muted">{aside ?? (field.required ? "required" : null)}</span>
      </div>
      {hint ? (
        <p className="mb-1 text-13 text-muted" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <PrintableText text={formatFieldText(field.value)}>
        <FieldKindControl
          className={joinClassNames(
            field.kind.control === "radios" ? "min-h-10 touch:min-h-11" : "field-box",
            "state-edge",
          )}
          describedBy={hint && `${name}-hint`}
          isFirst={isFirst}
          kind={field.kind}
          name={name}
          state={field.outcome?.state}
          value={field.value}
        />
      </PrintableText>
      <Outcome field={field} />
    </div>
  );
}

/** The label of a field. Radio buttons are labelled as a group, and a summary links to the group's title. */
function FieldLabel({ field: { name, title, kind } }: { field: Field }) {
  if (kind.control !== "radios")
    return (
      <label className="font-semibold" htmlFor={name}>
        {title}
      </label>
    );
  return (
    <span className="font-semibold" id={`${name}-label`}>
      <span id={name}>{title}</span>
    </span>
  );
}

export function RecordFormCheckbox({ name, className }: FormFieldProps) {
  const { isReadOnly } = useRecordFormContext();
  const field = useRecordFormField(name);
  if (isReadOnly) {
    return field.value === null ? null : <p className={joinClassNames("py-1", className)}>{field.title}</p>;
  }
  return (
    <div className={className}>
      <label className="flex min-h-9 cursor-pointer items-center gap-3 touch:min-h-11">
        <FieldKindControl
          className="size-5 shrink-0 accent-red"
          kind={field.kind}
          name={name}
          state={field.outcome?.state}
          value={field.value}
        />
        <span className="min-w-0 break-words">{field.title}</span>
      </label>
      <Outcome field={field} />
    </div>
  );
}

/** A read-only field, shown as text in the same position. If no other field is read-only, the reason is shown too. */
export function ReadOnlyField({
  field: { title, kind, value, closed },
  className,
}: {
  field: RecordField & { value: FieldValue };
  className?: string | undefined;
}) {
  return (
    <div className={joinClassNames("min-w-0", className)}>
      <p className="text-13 text-muted">{title}</p>
      <p className="whitespace-pre-wrap break-words">
        {kind.prefix && value !== null ? `${kind.prefix} ` : null}
        {formatValue(kind, value, "–")}
      </p>
      {closed ? <p className="text-13 text-muted first-letter:uppercase">{closed}</p> : null}
    </div>
  );
}

function Outcome({ field: { name, kind, outcome } }: { field: Field }) {
  const { timeZone } = useRecordFormContext();
  return (
    <div className="pt-1 text-13 empty:hidden" id={`${name}-state`}>
      {outcome?.state === "refused" ? <SaveStatus kind="refused">{outcome.reason}</SaveStatus> : null}
      {outcome?.state === "changed" ? (
        <p className="rounded bg-colleague-wash p-2">
          <SaveStatus kind="changed">
            {formatChangedBy(outcome, { timeZone, now: new Date() })}, from{" "}
            {formatValue(kind, outcome.from, "blank")} to {formatValue(kind, outcome.to, "blank")}
          </SaveStatus>
        </p>
      ) : null}
    </div>
  );
}
