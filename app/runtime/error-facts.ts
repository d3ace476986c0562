type Told = {
  name: string;
  message: string;
  code: unknown;
  stack: string | undefined;
  cause?: Told | string;
};

/** For a value that it could not read, the database's message contains the value: all codes of class 22. */
const NAMES_VALUES = /^22/;

const QUOTED = /"[^"]*"|'[^']*'/g;

/** A line of a stack: the function, the file and the line. */
const STACK_LINE = /^ +at (?:async )?(?:(\S+) )?\(?(?:file:\/\/)?([^\s():]+):(\d+)/gm;
/** The sources, or the bundle made of them. */
const OWN_FILE = /\/((?:app|db|jobs|templates|build)\/.*)/;

/**
 * Returns what the log may say about an error. A database error also has the statement and its values, which are a
 * child's data; a text that was not JSON is part of the error's message.
 */
export function withoutPersonalData(error: unknown): Told | string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  const { name, cause } = error;
  const code = codeOf(error);
  const quotes = error instanceof SyntaxError || NAMES_VALUES.test(String(code));
  const message = quotes ? error.message.replace(QUOTED, "…") : error.message;
  const stack = error.stack?.replace(error.message, () => message);
  return { name, message, code, stack, ...(cause !== undefined && { cause: withoutPersonalData(cause) }) };
}

/** Returns the facts of an error that are stored: its kind and its place in the code, but not its message. */
export function errorFacts(error: unknown): { fault: string; source: string } {
  if (!(error instanceof Error)) return { fault: "a value that is not an error was thrown", source: "" };
  const code = codeOf(error);
  return { fault: code === undefined ? error.name : `${error.name} ${code}`, source: ownLineOf(error) };
}

/** Returns the first line of the stack in our own code, such as `readHealth build/server/index.js:120`. */
function ownLineOf({ stack = "" }: Error): string {
  for (const [, by = "", path = "", line = ""] of stack.matchAll(STACK_LINE)) {
    const [, file] = OWN_FILE.exec(path) ?? [];
    if (file !== undefined) return `${by} ${file}:${line}`.trim();
  }
  return "";
}

/** Sequelize wraps the database's error. */
function codeOf(error: Error): string | undefined {
  const parent = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in parent && typeof parent.code === "string" ? parent.code : undefined;
}
