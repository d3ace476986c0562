import { Fragment } from "react";
import { splitSearch } from "#domain/people/list-params.ts";
import { matchedParts } from "../form/matching.ts";

/** A text with the search words in bold. */
export function Matched({ text, search }: { text: string; search: string }) {
  const words = splitSearch(search);
  if (words.length === 0) return text;
  return matchedParts(text, words).map(({ text: part, isMatch }, index) => (
    <Fragment key={index}>{isMatch ? <strong>{part}</strong> : part}</Fragment>
  ));
}
