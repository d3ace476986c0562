import { Fragment } from "react";
import { searchWords } from "#domain/people/list-place.ts";

import { matchedParts } from "../form/matching.ts";

/** A text in which what was searched for is bold (people.md, Lists). */
export function Matched({ text, search }: { text: string; search: string }) {
  const words = searchWords(search);
  if (words.length === 0) return text;
  return matchedParts(text, words).map(({ text: part, isMatch }, place) => (
    <Fragment key={place}>{isMatch ? <strong>{part}</strong> : part}</Fragment>
  ));
}
