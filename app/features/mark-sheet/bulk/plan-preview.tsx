import { formatCountWithNoun } from "./act.rules.ts";
import type { PlannedEntry, SkippedValue, BulkPlan } from "./tasks.ts";

/** Lists the lines that are left out and why, then the change to each row. */
export function BulkPlanPreview({ plan: { entries, leftOut }, noun }: { plan: BulkPlan; noun: string }) {
  return (
    <>
      <p role="status">{summaryWords(entries, noun)}</p>
      {leftOut.length > 0 ? <LeftOutList leftOut={leftOut} /> : null}
      {entries.length > 0 ? <EntryTable entries={entries} /> : null}
    </>
  );
}

function LeftOutList({ leftOut }: { leftOut: readonly SkippedValue[] }) {
  return (
    <div className="rounded border border-waiting bg-paper px-4 py-2">
      <h3 className="text-15">Left out</h3>
      <ul className="text-13">
        {leftOut.map(({ what, why }, index) => (
          <li className="py-0.5" key={index}>
            <strong className="break-words">{what}</strong> <span className="text-muted">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function EntryTable({ entries }: { entries: readonly PlannedEntry[] }) {
  return (
    <table className="w-full border-y bg-paper text-left">
      <caption className="sr-only">New values</caption>
      <thead>
        <tr className="border-b border-red bg-cream-2 text-13">
          <th className="px-4 py-1 font-semibold" scope="col">
            Name
          </th>
          <th className="px-4 py-1 text-right font-semibold" scope="col">
            Now
          </th>
          <th className="px-4 py-1 text-right font-semibold" scope="col">
            New
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {entries.map((entry) => (
          <EntryRow entry={entry} key={entry.row} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry: { name, from, to, said } }: { entry: PlannedEntry }) {
  return (
    <tr>
      <th className="min-w-0 px-4 py-1 font-normal" scope="row">
        {name}
        {said ? <span className="block text-13 text-muted">pasted as {said}</span> : null}
      </th>
      <td className="px-4 py-1 text-right text-muted">{from === "blank" ? "–" : from}</td>
      <td className="px-4 py-1 text-right font-bold">{to}</td>
    </tr>
  );
}

/** Returns text such as '27 marks will be entered, 5 of them replacing what is there.' */
function summaryWords(entries: readonly PlannedEntry[], noun: string): string {
  if (entries.length === 0) return "Nothing will be entered.";
  const over = entries.filter(({ from }) => from !== "blank").length;
  const written = `${formatCountWithNoun(entries.length, noun)} will be entered`;
  if (over === 0) return `${written}.`;
  return over === entries.length
    ? `${written}, replacing what is there.`
    : `${written}, ${over} of them replacing what is there.`;
}
