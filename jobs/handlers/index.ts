import type { Handler } from "../definitions.ts";
import { tidySessionsHandler } from "./tidy-sessions.ts";

/** A handler for every job of definitions.ts. */
export const HANDLERS: readonly Handler[] = [tidySessionsHandler];
