import { formatValue, type FieldKind } from "#fields/kind.ts";
import { atomicGroupOf } from "#fields/term-record.ts";
import { FieldControl } from "#saving/screen/field/field-control.tsx";
import { FieldStatus } from "#saving/screen/field/field-status.tsx";
import { useEditable, useField, useShown } from "#saving/screen/field/row-context.ts";
import { classes } from "#ui/classes.ts";

/** Shows a line of the record: the label and, at its right, the field or, for a person who only reads, the value. */
export function RecordRow({ field }: { field: string }) {
  const isEditable = useEditable(field);
  const { title, kind } = useField(field);
  const isText = isShortText(kind);
  return (
    <div
      className={classes(
        "flex min-h-12 flex-col justify-center border-b px-4 py-1.5 grow short:grow-0 has-[p]:max-h-none has-[p]:grow-0",
        isText ? "xl:max-h-[84px]" : "xl:max-h-[68px]",
      )}
    >
      <div className={classes("flex items-center justify-between gap-x-3", isText && "flex-wrap")}>
        {isEditable && kind.control !== "radios" ? (
          <label className="text-muted" htmlFor={field}>
            {title}
          </label>
        ) : (
          <span className="text-muted" id={`${field}-label`}>
            {title}
          </span>
        )}
        {isEditable ? <RecordControl field={field} /> : <Printed field={field} />}
      </div>
      <FieldStatus field={field} />
    </div>
  );
}

function isShortText({ control, keyboard }: FieldKind): boolean {
  return control === "line" && keyboard === "text";
}

/** A field for text has room for about twenty letters. */
function lookOf(kind: FieldKind): string {
  if (isShortText(kind)) return "field-box px-2.5 font-semibold !w-auto min-w-0 grow basis-52";
  if (kind.control === "radios") return "w-[118px] shrink-0 h-10 touch:h-11";
  return classes("field-box w-[118px] shrink-0 font-semibold", kind.control === "list" ? "px-2" : "px-2.5");
}

/** A value in one of two fields that exclude each other disables the other. */
function RecordControl({ field }: { field: string }) {
  const { kind } = useField(field);
  const [other = field] = atomicGroupOf(field).filter((name) => name !== field);
  const isEmpty = useShown(field) === null;
  const isClosed = useShown(other) !== null && isEmpty;
  return (
    <FieldControl
      className={classes(lookOf(kind), isClosed && "!font-normal")}
      disabled={isClosed}
      field={field}
    />
  );
}

function Printed({ field }: { field: string }) {
  const words = formatValue(useField(field).kind, useShown(field), "–");
  return <span className="min-w-0 break-words text-right font-semibold">{words}</span>;
}
