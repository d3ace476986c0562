import { Field } from "#ui/form/field.tsx";

import { RefusedFields, type Sent, type Typed } from "../refused-fields.tsx";

type HolidayFieldsProps = {
  /** The form on the page and the one in the dialog over it have fields of their own. */
  idPrefix: string;
  shown: Typed;
  sent: Sent | null;
  /** Said over the fields when they were not taken. */
  refused: string;
};

export function HolidayFields({ idPrefix, shown, sent, refused }: HolidayFieldsProps) {
  const typed = sent?.typed ?? shown;
  const field = (name: string) => ({
    name,
    id: idPrefix + name,
    defaultValue: typed[name],
    error: sent?.errors[name],
  });
  return (
    <>
      <RefusedFields idPrefix={idPrefix} sent={sent} title={refused} />
      <Field {...field("title")} autoComplete="off" label="Holiday" required />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field {...field("from")} label="First day" required type="date" />
        <Field {...field("to")} aside="if later" label="Last day" type="date" />
      </div>
    </>
  );
}
