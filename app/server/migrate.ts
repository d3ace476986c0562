import { env } from "#runtime/env.ts";
import { bringUpToDate } from "./schema.ts";

/** `npm run migrate` runs this once, before the web processes and workers of a new version start. */
const { DATABASE_URL } = env();
if (!DATABASE_URL)
  throw new Error("DATABASE_URL is not set. `npm start` migrates its own database by itself.");

const ran = await bringUpToDate(DATABASE_URL);
console.log(ran.length === 0 ? "Nothing to do." : `Done: ${ran.join(", ")}`);
