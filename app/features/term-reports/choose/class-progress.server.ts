import { noTransaction } from "#db/index.ts";
import { termRecords } from "#db/queries/reports/term-records.ts";
import { isWritable } from "#domain/lock.ts";
import { reportUrl } from "#domain/paths.ts";
import { isComplete, isToSign, reportState } from "#domain/report-state.ts";
import { readStates, whoseReport } from "../overview/read-states.server.ts";
import type { FoundReport } from "../find-report.server.ts";
import type { ClassProgress } from "../report/report.ts";

/** The class around a report, read only where somebody goes on by it: the principal, and everybody at its end. */
export async function classProgress(found: FoundReport): Promise<ClassProgress> {
  const isOpen = found.lock === "open";
  const isLast = found.students.at(-1)?.student_key === found.key.studentKey;
  return {
    nextToSign: isWritable(found.lock) && found.role.signs ? await nextToSign(found) : null,
    incomplete: isOpen && isLast ? await incompleteReports(found) : null,
  };
}

/** After this one, and from the start of the class again, whatever it misses; null when nothing else is to be signed. */
async function nextToSign({ key }: FoundReport): Promise<string | null> {
  const records = await termRecords({ ...key, studentKey: null }, noTransaction);
  const place = records.findIndex(({ student_key }) => student_key === key.studentKey);
  const around = [...records.slice(place + 1), ...records.slice(0, Math.max(place, 0))];
  const next = around.find(({ signature, returned }) =>
    isToSign({ state: reportState({ signature, returned, missing: [] }), missing: [] }),
  );
  return next ? reportUrl({ ...key, studentKey: next.student_key }) : null;
}

async function incompleteReports(found: FoundReport): Promise<ClassProgress["incomplete"]> {
  const states = await readStates(found, null, noTransaction);
  return states
    .filter((state) => !isComplete(state))
    .map((state) => {
      const { name, url } = whoseReport(state, found);
      return { name, url };
    });
}
