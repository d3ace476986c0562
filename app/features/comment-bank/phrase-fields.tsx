import { useEffect, useId } from "react";
import { LONGEST_PHRASE, fillPhrase, PLACEHOLDERS, type Pupil } from "#domain/phrases.ts";
import { classes } from "#ui/classes.ts";
import { Button } from "#ui/form/button.tsx";
import { TextArea, type FormField } from "#ui/form/fields/fields.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

const HINT =
  "{name} becomes the student’s first name. {he}, {him}, {his} and {himself} become the right pronoun.";

const PUPILS: readonly { who: string; pupil: Pupil }[] = [
  { who: "A girl", pupil: { firstName: "Keziah", gender: "F" } },
  { who: "A boy", pupil: { firstName: "Joshua", gender: "M" } },
];

/** The words of a phrase, with a preview. Without script a button asks for the preview. */
export function PhraseFields({ field }: { field: FormField }) {
  const hydrated = useHydrated();
  const { id, value } = field;
  const phrase = typeof value === "string" ? value : "";

  // The person may have typed something before the scripts loaded.
  useEffect(() => announceInput(boxWith(id)), [id]);

  function insert(text: string) {
    const box = boxWith(id);
    if (!box) return;
    box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
    box.focus();
    announceInput(box);
  }

  return (
    <>
      <TextArea
        aside={<Counter typed={phrase} />}
        autoComplete="off"
        className="min-h-24"
        field={field}
        hint={HINT}
        label="Phrase"
      />
      {hydrated ? <InsertButtons onInsert={insert} /> : null}
      <div>
        <div className="mb-1 flex items-center justify-between gap-3">
          <h3 className="font-sans text-15 font-semibold">Preview</h3>
          {hydrated ? null : (
            <Button name="intent" value="preview">
              Show preview
            </Button>
          )}
        </div>
        <Preview phrase={phrase} />
      </div>
    </>
  );
}

function boxWith(id: string): HTMLTextAreaElement | null {
  const box = document.getElementById(id);
  return box instanceof HTMLTextAreaElement ? box : null;
}

/** The form learns the values of its fields from their events. */
function announceInput(box: HTMLElement | null) {
  box?.dispatchEvent(new Event("input", { bubbles: true }));
}

function Counter({ typed }: { typed: string }) {
  const length = [...typed.trim()].length;
  return (
    <span className={classes(length > LONGEST_PHRASE && "font-semibold text-refused")}>
      {length} of {LONGEST_PHRASE}
    </span>
  );
}

function InsertButtons({ onInsert }: { onInsert: (text: string) => void }) {
  const labelId = useId();
  return (
    <div aria-labelledby={labelId} role="group">
      <p className="mb-1 text-13 text-muted" id={labelId}>
        Insert
      </p>
      <div className="flex flex-wrap gap-2">
        {PLACEHOLDERS.map(({ text, meaning }) => (
          <Button className="px-3 font-normal" key={text} onClick={() => onInsert(text)} type="button">
            {meaning}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** Shows the phrase as it appears in a girl's report and in a boy's. */
function Preview({ phrase }: { phrase: string }) {
  const written = phrase.trim();
  return (
    <dl className="divide-y divide-line border-y">
      {PUPILS.map(({ who, pupil }) => (
        <div className="flex gap-4 py-2" key={who}>
          <dt className="w-16 shrink-0 text-13 leading-6 text-muted">{who}</dt>
          <dd className="min-w-0 break-words">
            {written ? fillPhrase(written, pupil) : <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
