import { IMPORT_OUTCOMES, type ImportOutcome } from "#domain/people/imports.ts";
import { withQuery } from "#domain/paths.ts";
import { FigureCells, FigureLink } from "#ui/list/figure-strip.tsx";
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
    <FigureCells columns={6}>
      <FigureLink about={`in ${file}`} isCurrent={outcome === null} isNarrow label="All rows" to={base}>
        {counts.all.toLocaleString("en")}
      </FigureLink>
      {IMPORT_OUTCOMES.map((item) => (
        <FigureLink
          about={aboutOf(item, shown)}
          isCurrent={outcome === item}
          isNarrow
          key={item}
          label={LABELS[item]}
          to={withQuery(base, { show: item })}
        >
          {counts[item].toLocaleString("en")}
        </FigureLink>
      ))}
    </FigureCells>
  );
}
