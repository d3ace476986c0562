import { Panel } from "#ui/page/panel.tsx";

import type { ComingBar } from "./moves.rules.ts";

/** The classes of next year, a bar each: how many students are expected, hatched where that is not known. */
export function ComingClasses({ bars, nextYear }: { bars: readonly ComingBar[]; nextYear: string }) {
  const most = Math.max(1, ...bars.map(({ students }) => students ?? 0));
  return (
    <Panel aside="students" flush title={`Classes of ${nextYear}`}>
      <svg aria-hidden className="absolute size-0">
        <pattern
          height={6}
          id="not-known"
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
          width={6}
        >
          <path className="stroke-sepia" d="M0 0v6" strokeWidth={2} />
        </pattern>
      </svg>
      <ul className="divide-y divide-line">
        {bars.map(({ classId, label, students }) => (
          <li
            className="grid min-h-9 grid-cols-[112px_minmax(0,1fr)_64px] items-center gap-3 px-4 md:px-5"
            key={classId}
          >
            <span className="truncate">{label}</span>
            <svg aria-hidden className="h-3.5 w-full">
              <rect
                className={students === null ? "stroke-sepia" : "fill-sepia"}
                fill={students === null ? "url(#not-known)" : undefined}
                height="100%"
                width={`${students === null ? 70 : (students / most) * 100}%`}
              />
            </svg>
            <span className="text-right font-semibold tabular-nums">
              {students ?? (
                <span className="text-muted">
                  <span aria-hidden>?</span>
                  <span className="sr-only">not known</span>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
