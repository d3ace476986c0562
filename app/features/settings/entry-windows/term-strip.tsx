import { formatDate } from "#domain/dates.ts";
import { ENTRY_KINDS } from "#domain/entry/windows.ts";
import { capital } from "#domain/text/capital.ts";

import type { Bar, EntryWindows } from "./entry-windows.rules.ts";

/** The weeks of the term as a ruled line, a bar a kind; the fields below it say the same in words. */
export function TermStrip({ weeks, bars, today }: Pick<EntryWindows, "weeks" | "bars" | "today">) {
  return (
    <div aria-hidden="true" className="border-b px-4 pb-7 pt-3 md:px-5">
      <div className="relative md:ml-[132px]">
        <div className="relative h-6 border-b text-13 text-muted">
          {weeks.map(({ day, at }, place) => (
            <span
              className={`absolute top-0 h-full border-l pl-1.5 ${place % 2 === 1 ? "max-lg:hidden" : ""}`}
              key={day}
              style={{ left: `${at}%` }}
            >
              {weekWords(day, weeks[place - 1]?.day)}
            </span>
          ))}
        </div>
        {ENTRY_KINDS.map((kind) => (
          <div className="relative h-10 border-b max-md:h-14" key={kind}>
            <span className="font-semibold max-md:text-13 md:absolute md:-left-[132px] md:top-2">
              {capital(kind)}
            </span>
            {bars[kind] ? <Drawn bar={bars[kind]} /> : null}
          </div>
        ))}
        {today === null ? null : (
          <span className="absolute bottom-0 top-6 w-0.5 bg-red" style={{ left: `${today}%` }}>
            <span className="absolute left-1/2 top-full text-13 text-red [translate:-50%]">today</span>
          </span>
        )}
      </div>
    </div>
  );
}

function Drawn({ bar: { from, to } }: { bar: Bar }) {
  return (
    <span
      className="absolute bottom-2 h-[22px] bg-sepia"
      style={{ left: `${from}%`, width: `${Math.max(0, to - from)}%` }}
    />
  );
}

/** The month is said where it begins: `13 Apr`, `20`, `27`, `4 May`. */
function weekWords(day: string, before: string | undefined): string {
  const [date = "", month = ""] = formatDate(day).split(" ");
  return before?.slice(0, 7) === day.slice(0, 7) ? date : `${date} ${month}`;
}
