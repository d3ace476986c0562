import { Fragment } from "react";
import { phraseParts } from "#domain/phrases.ts";
import { ButtonLink } from "#ui/form/button.tsx";

import { phraseUrl } from "./bank-address.rules.ts";
import type { Bank, BankPhrase } from "./bank.ts";

type PhraseListProps = Pick<Bank, "phrases" | "canEdit" | "tab" | "page">;

export function PhraseList({ phrases, canEdit, ...place }: PhraseListProps) {
  return (
    <ul className="divide-y divide-line">
      {phrases.map((phrase) => (
        <li
          className="flex min-h-11 items-center justify-between gap-4 py-1 pl-4 pr-1 md:pl-5"
          key={phrase.id}
        >
          <Phrase {...phrase} />
          {canEdit ? (
            <ButtonLink
              aria-label={`Change: ${phrase.phrase}`}
              className="shrink-0"
              kind="quiet"
              preventScrollReset
              to={phraseUrl(phrase.id, place)}
            >
              Change
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Its placeholders as what they stand for. */
function Phrase({ phrase }: BankPhrase) {
  return (
    <p className="min-w-0 break-words py-1">
      {phraseParts(phrase).map(({ text, placeholder }, place) => (
        <Fragment key={place}>
          {placeholder ? <span className="bg-cream-2 px-1 text-muted">{text}</span> : text}
        </Fragment>
      ))}
    </p>
  );
}
