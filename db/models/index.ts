import type { Sequelize } from "sequelize";
import * as accounts from "./accounts.ts";
import * as classes from "./classes.ts";
import * as files from "./files.ts";
import * as lookUps from "./look-ups.ts";
import * as marks from "./marks.ts";
import * as people from "./people.ts";
import * as recordOfChanges from "./record-of-changes.ts";
import * as school from "./school.ts";
import * as termRecords from "./term-records.ts";

/** What each of these files exports is a table. */
const FILES = [accounts, classes, files, lookUps, marks, people, recordOfChanges, school, termRecords];
const TABLES = FILES.flatMap((file) => Object.values(file));

/**
 * Gives every model the connection it works on. `database()` calls it once for the instance it opens: a model belongs
 * to the module graph that imported it (design section 1), and so does that instance. Migrations alone make tables; a
 * test holds every model to the table it is of.
 */
export function registerModels(sequelize: Sequelize): void {
  for (const { register } of TABLES) register(sequelize);
}
