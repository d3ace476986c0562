import { freshDatabase } from "#tests/support/database.ts";
import { testAgreement } from "./agreement.ts";

await freshDatabase("secondary");
testAgreement("secondary");
