type Told = {
  name: string;
  message: string;
  code: unknown;
  stack: string | undefined;
  cause?: Told | string;
};

/** Of a value that it could not read, the database says in its message what it was: all codes of class 22. */
const NAMES_VALUES = /^22/;

const QUOTED = /"[^"]*"|'[^']*'/g;

/** A line of a stack: what ran, in which file, on which line. */
const STACK_LINE = /^ +at (?:async )?(?:(\S+) )?\(?(?:file:\/\/)?([^\s():]+):(\d+)/gm;
/** The sources, or the bundle made of them. */
const OWN_FILE = /\/((?:app|db|jobs|templates|build)\/.*)/;

/**
 * What the log says of an error. One of the database also carries the statement and its values, which are a child's; a
 * text that was no JSON stands in the message of the error itself.
 */
export function withoutData(error: unknown): Told | string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  const { name, cause } = error;
  const code = codeOf(error);
  const quotes = error instanceof SyntaxError || NAMES_VALUES.test(String(code));
  const message = quotes ? error.message.replace(QUOTED, "…") : error.message;
  const stack = error.stack?.replace(error.message, () => message);
  return { name, message, code, stack, ...(cause !== undefined && { cause: withoutData(cause) }) };
}

/** What is kept of an error for people to read: what kind it was and where in the code, nothing that it says. */
export function factsOf(error: unknown): { fault: string; source: string } {
  if (!(error instanceof Error)) return { fault: "something that is no error was thrown", source: "" };
  const code = codeOf(error);
  return { fault: code === undefined ? error.name : `${error.name} ${code}`, source: ownLineOf(error) };
}

/** The first line of the stack that is ours, as `readHealth build/server/index.js:120`. */
function ownLineOf({ stack = "" }: Error): string {
  for (const [, by = "", path = "", line = ""] of stack.matchAll(STACK_LINE)) {
    const [, file] = OWN_FILE.exec(path) ?? [];
    if (file !== undefined) return `${by} ${file}:${line}`.trim();
  }
  return "";
}

/** Sequelize wraps what the database said. */
function codeOf(error: Error): string | undefined {
  const parent = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in parent && typeof parent.code === "string" ? parent.code : undefined;
}
