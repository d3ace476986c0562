import { freshDatabase } from "#tests/support/database.ts";
import { testAgreement } from "./agreement.ts";

await testAgreement(await freshDatabase(), "secondary");
