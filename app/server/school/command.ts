import { close, useDatabase } from "#db/index.ts";
import { formatDate } from "#domain/dates.ts";
import { givePasswordAtTerminal } from "#features/reset-password/give-password.server.ts";
import { leave } from "#runtime/leave.ts";
import { bringUpToDate } from "../schema.ts";
import { withSchoolDatabase } from "../school-database.ts";
import { create } from "./create.ts";
import { setFacts } from "./set-facts.ts";
import { show } from "./show.ts";

/** The commands `npm run school -- create` and others, for the terminal of the server. */
const COMMANDS = [
  { name: "create", what: "makes the school of an empty database; asks for what no flag gives", run: create },
  { name: "show", what: "says what the school is and what it holds", run: show },
  { name: "set", what: "changes --name, --address, --motto or --sessions-per-day", run: setFacts },
  { name: "password", what: "gives USERNAME a one-time password", run: givePassword },
];

const USE = [
  "Say what to do: npm run school -- COMMAND",
  ...COMMANDS.map(({ name, what }) => `  ${name.padEnd(10)}${what}`),
].join("\n");

const [asked, ...given] = process.argv.slice(2);
const command = COMMANDS.find(({ name }) => name === asked) ?? leave(USE);

await withSchoolDatabase(async (urls) => {
  await bringUpToDate(urls);
  useDatabase(urls.url);
  await command.run(given).finally(close);
}).catch(leave);

async function givePassword([whose]: string[]): Promise<void> {
  if (!whose) throw new Error("Say whose: npm run school -- password USERNAME");
  const { userName, password, until } = await givePasswordAtTerminal(whose);
  console.log(`${userName} signs in with this password until ${formatDate(until)}:\n${password}`);
}
