import { useState, type ReactNode } from "react";
import { TextButton } from "#ui/form/text-button.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import type { OVERVIEW_CHARTS } from "./charts.tsx";

type Charts = typeof OVERVIEW_CHARTS;

type ExploreChartProps = {
  /** The drawing that the page shows until somebody asks for the chart. */
  drawn: ReactNode;
  chart: (charts: Charts) => ReactNode;
  /** A description of the chart, beside the button. */
  caption?: ReactNode;
  className?: string;
};

/**
 * Shows a drawing with a button for the interactive chart. Tremor and Recharts are loaded only when the button is
 * pressed.
 */
export function ExploreChart({ drawn, chart, caption, className }: ExploreChartProps) {
  const [charts, setCharts] = useState<Charts | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const hydrated = useHydrated();

  function load() {
    setLoading(true);
    import("./charts.tsx")
      .then(
        (loaded) => setCharts(loaded.OVERVIEW_CHARTS),
        () => setFailed(true),
      )
      .finally(() => setLoading(false));
  }

  const button =
    hydrated && charts === null ? (
      <span className="print:hidden">
        <span role="status">{hasFailed && !isLoading ? "The chart could not be loaded. " : null}</span>
        <TextButton onClick={load}>
          {isLoading ? "Loading the chart" : hasFailed ? "Try again" : "Explore the chart"}
        </TextButton>
      </span>
    ) : null;
  return (
    <>
      {charts === null ? drawn : chart(charts)}
      {button || caption ? (
        <div className={joinCaption(className)}>
          {caption}
          {button}
        </div>
      ) : null}
    </>
  );
}

function joinCaption(className = "px-4 py-2 md:px-5"): string {
  return `flex flex-wrap items-baseline justify-between gap-x-4 text-13 text-muted ${className}`;
}
