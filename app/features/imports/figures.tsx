import { Link } from "@remix-run/react";
import { IMPORT_OUTCOMES, type ImportOutcome } from "#domain/people/imports.ts";
import { withQuery } from "#domain/paths.ts";
import { joinClassNames } from "#ui/classes.ts";
import { IMPORT_KIND_TEXTS } from "./imports.ts";
import type { ImportView } from "./imports.server.ts";

const LABELS: Record<ImportOutcome, string> = {
  created: "Created",
  changed: "Changed",
  unchanged: "Unchanged",
  choose: "To decide",
  refused: "Refused",
};

function aboutOf(outcome: ImportOutcome, { kind, spread: { classes, values } }: ImportView): string {
  const abouts: Record<ImportOutcome, string> = {
    created: IMPORT_KIND_TEXTS[kind].created ?? inClasses(classes),
    changed: counted(values, "value", "values"),
    unchanged: "nothing to do",
    choose: "may already be here",
    refused: "not imported",
  };
  return abouts[outcome];
}

function inClasses(classes: number): string {
  return classes === 0 ? "without a class" : `in ${counted(classes, "class", "classes")}`;
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}

export function ImportCounts({ shown }: { shown: ImportView }) {
  const { counts, base, outcome, file } = shown;
  return (
    <ul className="-mx-4 mb-4 grid grid-cols-3 border-y border-t-2 border-t-red bg-paper md:mx-0 md:rounded-b md:border-x lg:grid-cols-6">
      <Figure about={`in ${file}`} count={counts.all} current={outcome === null} label="All rows" to={base} />
      {IMPORT_OUTCOMES.map((item) => (
        <Figure
          about={aboutOf(item, shown)}
          count={counts[item]}
          current={outcome === item}
          key={item}
          label={LABELS[item]}
          to={withQuery(base, { show: item })}
        />
      ))}
    </ul>
  );
}

type FigureProps = { label: string; about: string; count: number; current: boolean; to: string };

function Figure({ label, about, count, current, to }: FigureProps) {
  return (
    <li className="border-line max-lg:[&:nth-child(-n+3)]:border-b max-lg:[&:not(:nth-child(3n))]:border-r lg:border-r lg:last:border-r-0">
      <Link
        aria-current={current ? "true" : undefined}
        className={joinClassNames(
          "group flex h-full flex-col border-b-[3px] px-4 pb-2 pt-3 text-ink no-underline hover:text-ink max-md:flex-col-reverse max-md:justify-end md:px-5",
          current ? "border-red" : "border-transparent hover:border-rule",
        )}
        preventScrollReset
        to={to}
      >
        <span
          className={joinClassNames(
            "font-semibold group-hover:text-red group-hover:underline",
            current && "text-red",
          )}
        >
          {label}
        </span>
        <span className="text-24 font-bold md:text-32">{count.toLocaleString("en")}</span>
        <span className="break-all text-13 text-muted max-md:hidden">{about}</span>
      </Link>
    </li>
  );
}
