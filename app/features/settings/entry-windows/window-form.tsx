import { Form } from "@remix-run/react";
import { capital } from "#domain/text/capital.ts";
import { AuthorField } from "#ui/form/author-field.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { Field } from "#ui/form/field.tsx";
import { Icon } from "#ui/page/icon.tsx";

import type { Sent } from "../refused-fields.tsx";
import { entryWindowsUrl, type ShownWindow } from "./entry-windows.rules.ts";

type WindowFormProps = { shown: ShownWindow; termId: number; sent: Sent | null };

/** From and to of one kind; both empty, it is entered at any time. */
export function WindowForm({ shown, termId, sent }: WindowFormProps) {
  const { kind, version, opens, closes, words, isUrgent } = shown;
  const own = sent?.typed.kind === kind && sent.typed.intent === "window" ? sent : null;
  const typed = own?.typed ?? { opens, closes };
  const field = (name: "opens" | "closes") => ({
    name,
    id: `${kind}-${name}`,
    defaultValue: typed[name],
    error: own?.errors[name],
  });
  return (
    <Form
      action={entryWindowsUrl(termId)}
      aria-label={`Dates for ${kind}`}
      className="grid items-start gap-x-5 gap-y-3 border-b p-4 last:border-b-0 md:grid-cols-[112px_216px_216px_1fr] md:p-5"
      key={`${kind} ${version}`}
      method="post"
      noValidate
      preventScrollReset
    >
      <AuthorField />
      <input name="term" type="hidden" value={termId} />
      <input name="kind" type="hidden" value={kind} />
      <input name="version" type="hidden" value={version} />
      <h2 className="font-sans text-15 font-bold md:pt-9">{capital(kind)}</h2>
      <Field {...field("opens")} label="From" type="date" />
      <Field {...field("closes")} label="To" type="datetime-local" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 md:pt-7">
        <BusyButton busy="Saving" intent="window" kind="secondary" of={{ name: "kind", value: kind }}>
          Save dates
        </BusyButton>
        <p className={isUrgent ? "flex items-center gap-2 font-semibold text-waiting" : "text-muted"}>
          {isUrgent ? <Icon name="clock" /> : null}
          {words}
        </p>
      </div>
    </Form>
  );
}
