import { freshDatabase } from "#tests/support/database.ts";
import { playSchoolYear } from "./school-year.ts";

await playSchoolYear("primary", await freshDatabase());
