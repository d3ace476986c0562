import { PEOPLE_MESSAGES } from "#domain/people/messages.ts";
import { formatCountOf } from "#domain/text/noun.ts";
import { ActionForm, useActionForm } from "#ui/form/action-form.tsx";
import { BusyButton } from "#ui/form/busy-button.tsx";
import { SelectField } from "#ui/form/fields/fields.tsx";
import { ConsequenceList } from "#ui/list/fact-lines.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import { DialogButtons } from "#ui/overlay/dialog-link.tsx";
import type { SelectionChangeInput, SelectionChangeView } from "./batch.server.ts";

const WORDS = {
  class: {
    title: (students: string) => `Move ${students} to a class`,
    field: "Class",
    button: "Move",
    busy: "Moving",
    now: "Class now",
  },
  house: {
    title: (students: string) => `Put ${students} into a house`,
    field: "House",
    button: "Set house",
    busy: "Saving",
    now: "House now",
  },
} as const;

/** The dialog that moves all selected students to a class, or puts them into a house. */
export function ChangeSelectedDialog({ batch, closeTo }: { batch: SelectionChangeView; closeTo: string }) {
  const { kind, count, choices, version } = batch;
  const [form, fields] = useActionForm<SelectionChangeInput>(`selected-${kind}`, { version });
  const words = WORDS[kind];
  const students = formatCountOf(count, "student");
  return (
    <Dialog closeTo={closeTo} title={words.title(students)}>
      <ConsequenceList lines={factsOf(batch)} />
      <ActionForm
        form={form}
        labels={{ to: words.field }}
        preventScrollReset
        rejectedTitle="Nothing was changed"
        replace
        unansweredHint="Your choice has been kept. Try again."
        unansweredTitle={PEOPLE_MESSAGES.notDone}
      >
        <SelectField
          choices={choices}
          data-first-focus=""
          field={fields.to}
          label={words.field}
          prompt={`Choose a ${kind}`}
        />
        <DialogButtons closeTo={closeTo}>
          <BusyButton busy={words.busy} kind="primary">
            {`${words.button} ${kind === "class" ? students : `for ${students}`}`}
          </BusyButton>
        </DialogButtons>
      </ActionForm>
    </Dialog>
  );
}

function factsOf({ kind, names, more, now, withEntries }: SelectionChangeView) {
  const who = [...names, ...(more > 0 ? [`and ${more.toLocaleString("en")} more`] : [])].join("; ");
  const places = now.map(({ place, count }) => `${place}: ${count.toLocaleString("en")}`).join(" · ");
  const marks =
    kind === "class" && withEntries > 0
      ? [
          {
            term: "Marks",
            says: `${formatCountOf(withEntries, "student")} with marks or a report this term ${withEntries === 1 ? "keeps" : "keep"} them`,
          },
        ]
      : [];
  return [
    { term: "Students", says: who || "No students are selected" },
    { term: WORDS[kind].now, says: places || "–" },
    ...marks,
    { term: "To undo", says: "Within a day, choose Undo in the list of students" },
  ];
}
