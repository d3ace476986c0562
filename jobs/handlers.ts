import { backUp } from "#features/backups/back-up.server.ts";
import { correctStoredReportCounts as checkKeptCounts } from "#features/late-board/read-board.server.ts";
import { tidyFiles as removeUnnamedFiles } from "#features/stored-files/tidy-files.server.ts";
import { tidySecurityEvents } from "#features/security-events/events.server.ts";
import { tidySignIns } from "#features/sign-in/sign-in.server.ts";
import {
  BATCH_ITEMS_AT_ONCE,
  listBatchItemsToPrint,
  printBatchItem,
} from "#features/reports/batches/print-item.server.ts";
import { tidyBatches as removeOldBatches } from "#features/reports/batches/batches.server.ts";
import {
  listUnfinishedImports,
  createImportJob,
  tidyOldImports,
} from "#features/imports/work-import.server.ts";
import { SCHOOL_IMPORTS } from "#features/imports/kinds/all-kinds.server.ts";
import { EMPLOYEES_IMPORT } from "#features/employees/import/employees-import.server.ts";
import { ENTRANTS_IMPORT, STUDENTS_IMPORT } from "#features/students/import/students-import.server.ts";
import {
  tidyPictureUploads,
  unpackPictureUpload,
  findUploadsToUnpack,
} from "#features/students/pictures/unpack.server.ts";
import {
  runRehearsal,
  createRolloverStepJob,
  runRolloverUndo,
  createWaitingRolloversQuery,
} from "#features/rollover/rollover-jobs.server.ts";
import {
  checkCountsJob,
  defineHandler,
  nightlyBackupJob,
  printBatchItemJob,
  rehearseRolloverJob,
  tidyBatchesJob,
  tidyImportsJob,
  tidyFilesJob,
  tidyPictureUploadsJob,
  tidySecurityEventsJob,
  tidySessionsJob,
  rolloverStepJobs,
  undoRolloverJob,
  unpackPicturesJob,
  readOrRunImportJob,
  type JobHandler,
} from "./definitions.ts";

/** Continues an import. The terminal uses it too, when no worker is running. */
export const IMPORT_JOB = createImportJob({
  ...SCHOOL_IMPORTS,
  students: STUDENTS_IMPORT,
  employees: EMPLOYEES_IMPORT,
  entrants: ENTRANTS_IMPORT,
});

export const JOB_HANDLERS: readonly JobHandler[] = [
  defineHandler(tidySessionsJob, tidySignIns),
  defineHandler(tidySecurityEventsJob, tidySecurityEvents),
  defineHandler(tidyFilesJob, removeUnnamedFiles),
  defineHandler(printBatchItemJob, printBatchItem, {
    unfinished: listBatchItemsToPrint,
    atOnce: BATCH_ITEMS_AT_ONCE,
  }),
  defineHandler(tidyBatchesJob, removeOldBatches),
  defineHandler(unpackPicturesJob, unpackPictureUpload, { unfinished: findUploadsToUnpack }),
  defineHandler(tidyPictureUploadsJob, tidyPictureUploads),
  defineHandler(rehearseRolloverJob, runRehearsal, { unfinished: createWaitingRolloversQuery("rehearse") }),
  defineHandler(rolloverStepJobs.advance, createRolloverStepJob("advance"), {
    unfinished: createWaitingRolloversQuery("advance"),
  }),
  defineHandler(rolloverStepJobs.register, createRolloverStepJob("register"), {
    unfinished: createWaitingRolloversQuery("register"),
  }),
  defineHandler(rolloverStepJobs.promote, createRolloverStepJob("promote"), {
    unfinished: createWaitingRolloversQuery("promote"),
  }),
  defineHandler(undoRolloverJob, runRolloverUndo, { unfinished: createWaitingRolloversQuery("undo") }),
  defineHandler(readOrRunImportJob, IMPORT_JOB, { unfinished: listUnfinishedImports }),
  defineHandler(tidyImportsJob, tidyOldImports),
  defineHandler(nightlyBackupJob, backUp),
  defineHandler(checkCountsJob, checkKeptCounts),
];
