import { Link, useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { joinClassNames } from "../classes.ts";
import { ButtonLink } from "../form/button.tsx";
import type { IconName } from "../page/icon.tsx";
import { KeyboardKey } from "../page/key.tsx";
import { DialogLink } from "../overlay/dialog-link.tsx";

export type ListedDocument = { to: string; name: string; about: string; isShown: boolean };

type DocumentListProps = { title: string; documents: readonly ListedDocument[] };

/** The list of documents that Next goes through, at the left of the viewer. */
export function DocumentList({ title, documents }: DocumentListProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = useRef<HTMLAnchorElement>(null);
  const current = documents.find(({ isShown }) => isShown)?.to;

  // Only the list scrolls. `scrollIntoView` would also scroll the dialog.
  useEffect(() => {
    if (list.current && shown.current)
      list.current.scrollTop = shown.current.offsetTop - list.current.clientHeight / 2;
  }, [current]);

  return (
    <nav aria-label={title} className="relative border bg-paper max-md:hidden">
      <div className="absolute inset-0 overflow-y-auto" ref={list}>
        <p className="sticky top-0 border-b-2 border-red bg-cream-2 px-3 py-1.5 text-13 font-semibold">
          {title}
        </p>
        <ul className="divide-y divide-line">
          {documents.map(({ to, name, about, isShown }) => (
            <li key={to}>
              <Link
                aria-current={isShown ? "page" : undefined}
                className={joinClassNames(
                  "block border-l-4 px-3 py-1.5 no-underline",
                  isShown
                    ? "border-red font-semibold text-red"
                    : "border-transparent text-ink hover:underline",
                )}
                preventScrollReset
                ref={isShown ? shown : undefined}
                replace
                to={to}
              >
                <span className="block break-words">{name}</span>
                <span className="block text-13 font-normal text-muted">{about}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

export type DocumentStepsProps = { place: string; previous: string | null; next: string | null };

/** Links to the documents before and after, which the arrow keys open too. On a phone they stay at the bottom. */
export function DocumentSteps({ place, previous, next }: DocumentStepsProps) {
  const navigate = useNavigate();

  useEffect(() => {
    function step({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent) {
      const to = key === "ArrowLeft" ? previous : key === "ArrowRight" ? next : null;
      const isTyping = target instanceof Element && target.matches("input, select, textarea");
      if (to !== null && !isTyping && !altKey && !ctrlKey && !metaKey)
        void navigate(to, { replace: true, preventScrollReset: true });
    }
    document.addEventListener("keydown", step);
    return () => document.removeEventListener("keydown", step);
  }, [navigate, previous, next]);

  return (
    <nav
      aria-label="Documents"
      className="flex items-center gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t-2 max-md:border-red max-md:bg-paper max-md:p-3 max-md:*:grow max-md:*:justify-center"
    >
      {previous === null ? null : (
        <DialogLink icon="chevron-left" to={previous}>
          Previous
        </DialogLink>
      )}
      <span className="whitespace-nowrap text-center font-semibold">{place}</span>
      {next === null ? null : (
        <DialogLink iconAfter="chevron-right" kind="primary" to={next}>
          Next
        </DialogLink>
      )}
    </nav>
  );
}

export type RecordFactsProps = {
  facts: readonly { label: string; value: string }[];
  links: readonly { words: string; to: string; icon: IconName }[];
};

/** The values of the record with which a document is compared, at the right of the viewer. */
export function RecordFacts({ facts, links }: RecordFactsProps) {
  return (
    <section aria-labelledby="in-the-record" className="max-md:pb-20 md:border-l md:border-rule md:pl-4">
      <h3 className="border-b border-line-2 pb-2 font-serif text-18 font-bold" id="in-the-record">
        In the record
      </h3>
      <dl className="divide-y divide-line-2 border-b border-line-2">
        {facts.map(({ label, value }) => (
          <div className="py-1.5" key={label}>
            <dt className="text-13 text-muted">{label}</dt>
            <dd className="break-words font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2 py-3">
        {links.map(({ words, ...link }) => (
          <ButtonLink {...link} key={words} preventScrollReset>
            {words}
          </ButtonLink>
        ))}
      </div>
      <p className="text-13 text-muted touch:hidden unscripted:hidden">
        <KeyboardKey>←</KeyboardKey> <KeyboardKey>→</KeyboardKey> previous, next{" "}
        <KeyboardKey>Esc</KeyboardKey> close
      </p>
    </section>
  );
}
