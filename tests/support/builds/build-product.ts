import { prepareCheckout } from "../../../app/server/prepare.mjs";

/**
 * Builds the product, unless `npm test` builds it beside the first tests. In that case, `wait-for-build.ts` waits for
 * the build.
 */
export async function setup(): Promise<void> {
  if (!process.env["BUILD_PROCESS"]) await prepareCheckout();
}
