import { useEffect, useRef } from "react";
import { AreaChart, BarChart, DonutChart, type CustomTooltipProps } from "@tremor/react";
import { formatAttendanceRate } from "#domain/daily/attendance-limits.ts";
import { InteractiveTrendChart } from "../trend/pointed-lines.tsx";
import type { OverviewTermView } from "./overview.server.ts";

const NOW = "This term";
const YEAR_AGO = "A year ago";
const STILL = { showAnimation: false, showLegend: false } as const;

/** Draws the percentage present in each week of this term, the term before and the same term a year ago. */
function WeeksChart({ term: { weeks, before: past, yearAgo, scale } }: { term: OverviewTermView }) {
  const before = past?.title ?? null;
  const data = weeks.map((week) => ({
    week: week.words,
    [NOW]: week.now,
    ...(before === null ? null : { [before]: week.before }),
    [YEAR_AGO]: week.yearAgo,
  }));
  const lines = [
    { name: NOW, color: "red" },
    ...(before === null ? [] : [{ name: before, color: "ink" }]),
    ...(yearAgo ? [{ name: YEAR_AGO, color: "sepia" }] : []),
  ];
  return (
    <AreaChart
      {...STILL}
      categories={lines.map(({ name }) => name)}
      className="explore h-[240px]"
      colors={lines.map(({ color }) => color)}
      curveType="linear"
      customTooltip={PointedRates}
      data={data}
      index="week"
      maxValue={scale.most}
      minValue={scale.least}
      showGradient={false}
      valueFormatter={(percent) => `${percent}%`}
      yAxisWidth={52}
    />
  );
}

/** Draws the rate of absence of each level or class beside the rate of the term before. */
function AbsenceChart({ term: { groups, before: past } }: { term: OverviewTermView }) {
  const before = past?.title ?? null;
  const data = groups.map((group) => ({
    title: group.title,
    [NOW]: group.now ?? 0,
    ...(before === null ? null : { [before]: group.before ?? 0 }),
  }));
  return (
    <BarChart
      {...STILL}
      categories={before === null ? [NOW] : [NOW, before]}
      className="explore h-[240px]"
      colors={["red", "ink"]}
      customTooltip={PointedRates}
      data={data}
      index="title"
      valueFormatter={(percent) => `${percent}%`}
      yAxisWidth={52}
    />
  );
}

type GradesChartProps = { letters: readonly string[]; counts: readonly number[] };

const TONES = ["sepia", "line-2", "cream-2", "paper"] as const;

/** Draws the number of students whose average has each grade, in the colours of the table. */
function GradesChart({ letters, counts }: GradesChartProps) {
  const students = counts.reduce((sum, count) => sum + count, 0);
  const ring = useNamedSectors();
  return (
    <div ref={ring}>
      <DonutChart
        category="students"
        className="explore h-[240px]"
        colors={letters.map((_, index) =>
          index === letters.length - 1 ? "red" : (TONES[Math.min(index, TONES.length - 1)] ?? "paper"),
        )}
        customTooltip={PointedStudents}
        data={letters.map((grade, index) => ({ grade, students: counts[index] ?? 0 }))}
        index="grade"
        label={`${students.toLocaleString("en")} students`}
        showAnimation={false}
        variant="donut"
      />
    </div>
  );
}

function PointedRates(props: CustomTooltipProps) {
  return <Pointed {...props} format={(percent) => `${formatAttendanceRate(percent)}%`} />;
}

function PointedStudents(props: CustomTooltipProps) {
  return <Pointed {...props} format={(count) => `${count.toLocaleString("en")} students`} />;
}

/** Shows the label and figures of the point under the pointer. The table has them too. */
function Pointed({
  active,
  payload,
  label,
  format,
}: CustomTooltipProps & { format: (figure: number) => string }) {
  if (!active || !payload || payload.length === 0) return null;
  return (
    <div className="rounded border border-field bg-paper px-3 py-2 text-13" role="status">
      {label === undefined ? null : <p className="font-semibold">{String(label)}</p>}
      {payload.map(({ name, value }) =>
        typeof value === "number" ? (
          <p key={String(name)}>
            {name}: <strong>{format(value)}</strong>
          </p>
        ) : null,
      )}
    </div>
  );
}

/** Names the parts of the ring for screen readers. Recharts gives each part a role, but no name. */
function useNamedSectors() {
  const ring = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const drawn = ring.current;
    if (!drawn) return;
    const name = () => {
      for (const sector of drawn.querySelectorAll(".recharts-sector"))
        sector.setAttribute("aria-label", `Grade ${sector.getAttribute("name")}`);
    };
    const changes = new MutationObserver(name);
    changes.observe(drawn, { childList: true, subtree: true });
    name();
    return () => changes.disconnect();
  }, []);

  return ring;
}

/** The interactive charts. The browser loads this file, with Tremor and Recharts, when somebody asks for a chart. */
export const OVERVIEW_CHARTS = { InteractiveTrendChart, WeeksChart, AbsenceChart, GradesChart };
