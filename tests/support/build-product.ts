import { prepare } from "../../app/server/prepare.mjs";

/** Tests that start the product start what would be deployed. */
export function setup(): Promise<void> {
  return prepare();
}
