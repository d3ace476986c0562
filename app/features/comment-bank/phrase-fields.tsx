import { useEffect, useId, useRef, useState } from "react";
import { LONGEST_PHRASE, phraseFor, PLACEHOLDERS, type Pupil } from "#domain/phrases.ts";
import { Button } from "#ui/form/button.tsx";
import { classes } from "#ui/classes.ts";
import { ErrorSummary } from "#ui/form/error-summary.tsx";
import { errorLinks, FieldFrame } from "#ui/form/field.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";

import type { PhraseSent } from "./bank.rules.ts";

type PhraseFieldsProps = {
  /** The form on the page and the one in the dialog over it have fields of their own. */
  id: string;
  /** The phrase that is there to change, or nothing. */
  phrase: string;
  sent: PhraseSent | null;
  /** Said over the fields when the phrase was refused. */
  refused: string;
};

const HINT = "{name} becomes the student’s first name, {he}, {him}, {his} and {himself} the right pronoun.";

const PUPILS: readonly { who: string; pupil: Pupil }[] = [
  { who: "A girl", pupil: { firstName: "Keziah", gender: "F" } },
  { who: "A boy", pupil: { firstName: "Joshua", gender: "M" } },
];

/** The words of a phrase, with what they become. Without script a button asks for the preview. */
export function PhraseFields({ id, phrase, sent, refused }: PhraseFieldsProps) {
  const hydrated = useHydrated();
  const { box, typed, onInput, insert } = useTyped(sent?.phrase ?? phrase);
  const error = sent?.error ?? undefined;
  return (
    <>
      {error ? <ErrorSummary errors={[{ field: id, message: error }]} title={refused} /> : null}
      <FieldFrame aside={<Counter typed={typed} />} error={error} hint={HINT} id={id} label="Phrase">
        <textarea
          {...errorLinks(id, { hint: HINT, error })}
          autoComplete="off"
          className="field-box min-h-24 py-2"
          defaultValue={sent?.phrase ?? phrase}
          id={id}
          name="phrase"
          onInput={onInput}
          ref={box}
          rows={4}
        />
      </FieldFrame>
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
        <Preview phrase={typed} />
      </div>
    </>
  );
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

/** What a phrase becomes in a girl's report and in a boy's. */
function Preview({ phrase }: { phrase: string }) {
  const written = phrase.trim();
  return (
    <dl className="divide-y divide-line border-y">
      {PUPILS.map(({ who, pupil }) => (
        <div className="flex gap-4 py-2" key={who}>
          <dt className="w-16 shrink-0 text-13 leading-6 text-muted">{who}</dt>
          <dd className="min-w-0 break-words">
            {written ? phraseFor(written, pupil) : <span className="text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The field belongs to the browser: what was typed before script arrived counts too. */
function useTyped(initial: string) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(initial);
  const read = () => setTyped(box.current?.value ?? "");

  useEffect(read, []);

  function insert(text: string) {
    const field = box.current;
    if (!field) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.focus();
    read();
  }

  return { box, typed, onInput: read, insert };
}
