import { phraseFor } from "#domain/phrases.ts";
import type { Pupil } from "#domain/phrases.ts";

const PUPILS: readonly { who: string; pupil: Pupil }[] = [
  { who: "A girl", pupil: { firstName: "Keziah", gender: "F" } },
  { who: "A boy", pupil: { firstName: "Joshua", gender: "M" } },
];

/** What a phrase becomes in a girl's report and in a boy's. */
export function PhrasePreview({ phrase }: { phrase: string }) {
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
