import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { hasErrorCode } from "#runtime/errors.ts";
import { log } from "#runtime/log.ts";
import {
  createRefusedSpreadsheet,
  SPREADSHEET_FAULTS,
  type SpreadsheetReadingChoices,
  type SpreadsheetLimits,
  type SpreadsheetReading,
} from "./sheet.ts";

/** The time limit. 5,000 rows of 60 columns take three seconds, and pages and documents have priority. */
const TIME_LIMIT_MS = 30_000;
/** The memory limit. 5,000 rows of 60 columns take 100 MB. Unpacked data is outside the heap and has its own limit. */
const HEAP_MB = 256;

const STOPPED = ["ABORT_ERR", "ERR_WORKER_OUT_OF_MEMORY"];

/**
 * Reads the open sheet of an xlsx, xls or ods file, or a csv file, recognised by its content. The result says how the
 * file was read; `choices` override what the content suggests. The file is read on a thread of its own. The thread is
 * ended when it takes too long or too much memory, because a file of a kilobyte can be made to keep a parser busy for
 * hours.
 */
export async function readSpreadsheet(
  path: string,
  { choices = {}, ...limits }: SpreadsheetLimits & { choices?: SpreadsheetReadingChoices },
  timeLimitMs = TIME_LIMIT_MS,
): Promise<SpreadsheetReading> {
  const worker = new Worker(threadFile(), {
    workerData: { path, limits, choices },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  try {
    const [read] = (await once(worker, "message", { signal: AbortSignal.timeout(timeLimitMs) })) as [
      SpreadsheetReading,
    ];
    return read;
  } catch (error) {
    if (!STOPPED.some((code) => hasErrorCode(error, code))) throw error;
    log().warn({ err: error }, "reading a spreadsheet took too long and was stopped");
    return createRefusedSpreadsheet(SPREADSHEET_FAULTS.tooSlow);
  } finally {
    await worker.terminate();
  }
}

/** Returns the path of the thread's code. After bundling, it is not beside this file. */
function threadFile(): string {
  return join(process.cwd(), "app/files/sheets/thread.mjs");
}
