import { prepareCheckout } from "../../../app/server/prepare.mjs";

/** Builds the product, unless `npm test` does that beside the first tests: then `wait-for-build.ts` waits for it. */
export async function setup(): Promise<void> {
  if (!process.env["BUILD_PROCESS"]) await prepareCheckout();
}
