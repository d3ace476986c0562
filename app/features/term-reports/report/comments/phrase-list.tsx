import { AuthorField } from "#ui/form/author-field.tsx";

import type { PhraseChoice } from "../dialogs.ts";
import type { Insert } from "./use-insertion.ts";

type PhraseListProps = {
  title: string;
  phrases: PhraseChoice["phrases"];
  choice: PhraseChoice;
  insert: Insert;
  /** The dialog starts on its first phrase. */
  hasFocus: boolean;
};

/** Phrases of one owner, each a form of its own; nothing where there are none. */
export function PhraseList({ title, phrases, choice: { version, room }, insert, hasFocus }: PhraseListProps) {
  if (phrases.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-sans text-13 font-semibold text-muted">{title}</h3>
      <ul className="divide-y divide-line border-y">
        {phrases.map(({ id, text }, place) => (
          <li key={id}>
            <form method="post" onSubmit={(event) => insert(event, text)}>
              <AuthorField />
              <input name="base" type="hidden" value={version} />
              <button
                className="flex min-h-11 w-full items-center gap-4 px-3 py-2 text-left hover:bg-paper hover:text-red disabled:text-muted"
                data-first-focus={hasFocus && place === 0 ? "" : undefined}
                disabled={text.length > room}
                name="phrase_id"
                value={id}
              >
                <span className="min-w-0 grow break-words">{text}</span>
                {text.length > room ? <span className="shrink-0 text-13">too long</span> : null}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
