import { tidySignIns } from "#features/sign-in/tidy-sign-ins.server.ts";
import { handle, tidySessions, type Handler } from "./definitions.ts";

/** A handler for every job of definitions.ts. */
export const HANDLERS: readonly Handler[] = [handle(tidySessions, tidySignIns)];
