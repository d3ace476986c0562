import { prepareCheckout } from "../../app/server/prepare.mjs";

export function setup(): Promise<void> {
  return prepareCheckout();
}
