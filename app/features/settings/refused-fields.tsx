import { ErrorSummary } from "#ui/form/error-summary.tsx";

/** Of a form, by the name of its field. */
export type Typed = Readonly<Record<string, string>>;

/** What was sent and not taken: as it was typed, and what is wrong with each field. */
export type Sent = { typed: Typed; errors: Readonly<Record<string, string>> };

type RefusedFieldsProps = { idPrefix: string; sent: Sent | null; title: string };

/** What is wrong, over the fields of a form. */
export function RefusedFields({ idPrefix, sent, title }: RefusedFieldsProps) {
  const errors = Object.entries(sent?.errors ?? {});
  if (errors.length === 0) return null;
  const listed = errors.map(([name, message]) => ({ field: idPrefix + name, message }));
  return <ErrorSummary errors={listed} title={title} />;
}
