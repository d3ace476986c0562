import type { Sequelize } from "sequelize";
import * as accounts from "./accounts.ts";
import * as attendance from "./attendance.ts";
import * as batches from "./batches.ts";
import * as classes from "./classes.ts";
import * as employeeRecords from "./employee-records.ts";
import * as entry from "./entry.ts";
import * as files from "./files.ts";
import * as imports from "./uploads/imports.ts";
import * as installation from "./installation.ts";
import * as lookUps from "./look-ups.ts";
import * as marks from "./marks.ts";
import * as merges from "./merges.ts";
import * as people from "./people.ts";
import * as pictureUploads from "./uploads/picture-uploads.ts";
import * as recordOfChanges from "./record-of-changes.ts";
import * as school from "./school.ts";
import * as studentRecords from "./student-records.ts";
import * as termRecords from "./term-records.ts";
import * as turn from "./rollover/rollovers.ts";

/** Every export of these files is a table. */
const FILES = [
  accounts,
  attendance,
  batches,
  classes,
  employeeRecords,
  entry,
  files,
  imports,
  installation,
  lookUps,
  marks,
  merges,
  people,
  pictureUploads,
  recordOfChanges,
  school,
  studentRecords,
  termRecords,
  turn,
];
const TABLES = FILES.flatMap((file) => Object.values(file));

/**
 * Connects every model to this Sequelize instance. Only `database()` calls this, when it creates the instance. The
 * tables themselves are created by migrations; a test compares every model with its table.
 */
export function registerModels(sequelize: Sequelize): void {
  for (const { register } of TABLES) register(sequelize);
}
