import { backUp } from "#features/backups/back-up.server.ts";
import { checkCounts as checkKeptCounts } from "#features/late-board/read-board.server.ts";
import { tidyFiles as removeUnnamedFiles } from "#features/stored-files/tidy-files.server.ts";
import { tidyEvents } from "#features/security-events/events.server.ts";
import { tidySignIns } from "#features/sign-in/sign-in.server.ts";
import { ITEMS_AT_ONCE, itemsToPrint, printItem } from "#features/reports/batches/print-item.server.ts";
import { tidyBatches as removeOldBatches } from "#features/reports/batches/batches.server.ts";
import { importsLeft, importsWorker, tidyOldImports } from "#features/imports/work-import.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";
import { tidyUploads, unpackUpload, uploadsLeft } from "#features/students/pictures/unpack.server.ts";
import { rehearse, runStep, undoRun, listWaitingAt } from "#features/rollover/rollover-jobs.server.ts";
import {
  checkCounts,
  handle,
  nightlyBackup,
  printBatchItem,
  rehearseRollover,
  tidyBatches,
  tidyImports,
  tidyFiles,
  tidyPictureUploads,
  tidySecurityEvents,
  tidySessions,
  rolloverSteps,
  undoRolloverJob,
  unpackPictures,
  workImport,
  type Handler,
} from "./definitions.ts";

export const HANDLERS: readonly Handler[] = [
  handle(tidySessions, tidySignIns),
  handle(tidySecurityEvents, tidyEvents),
  handle(tidyFiles, removeUnnamedFiles),
  handle(printBatchItem, printItem, { unfinished: itemsToPrint, atOnce: ITEMS_AT_ONCE }),
  handle(tidyBatches, removeOldBatches),
  handle(unpackPictures, unpackUpload, { unfinished: uploadsLeft }),
  handle(tidyPictureUploads, tidyUploads),
  handle(rehearseRollover, rehearse, { unfinished: listWaitingAt("rehearse") }),
  handle(rolloverSteps.advance, runStep("advance"), { unfinished: listWaitingAt("advance") }),
  handle(rolloverSteps.register, runStep("register"), { unfinished: listWaitingAt("register") }),
  handle(rolloverSteps.promote, runStep("promote"), { unfinished: listWaitingAt("promote") }),
  handle(undoRolloverJob, undoRun, { unfinished: listWaitingAt("undo") }),
  handle(workImport, importsWorker({ students: STUDENTS_IMPORT, employees: EMPLOYEES_IMPORT }), {
    unfinished: importsLeft,
  }),
  handle(tidyImports, tidyOldImports),
  handle(nightlyBackup, backUp),
  handle(checkCounts, checkKeptCounts),
];
