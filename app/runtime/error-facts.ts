type Told = {
  name: string;
  message: string;
  code: unknown;
  stack: string | undefined;
  cause?: Told | string;
};

/** Database errors of class 22 are about invalid values, which their messages quote. */
const NAMES_VALUES = /^22/;

const QUOTED = /"[^"]*"|'[^']*'/g;

/** Matches a line of a stack trace: function, file and line number. */
const STACK_LINE = /^ +at (?:async )?(?:(\S+) )?\(?(?:file:\/\/)?([^\s():]+):(\d+)/gm;
/** Matches the path of one of our source files or bundles. */
const OWN_FILE = /\/((?:app|db|jobs|templates|build)\/.*)/;

/**
 * Returns the part of an error that the log may contain. A database error includes the statement with its values, and a
 * JSON error quotes the text; both may be personal data of a child.
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

/** Returns an error's kind and its place in our code, for storing. The message may contain personal data. */
export function toErrorFacts(error: unknown): { fault: string; source: string } {
  if (!(error instanceof Error)) return { fault: "a value that is not an error was thrown", source: "" };
  const code = codeOf(error);
  return { fault: code === undefined ? error.name : `${error.name} ${code}`, source: ownLineOf(error) };
}

/** Returns the first line of a stack trace that is in our code, such as `readHealth build/server/index.js:120`. */
function ownLineOf({ stack = "" }: Error): string {
  for (const [, by = "", path = "", line = ""] of stack.matchAll(STACK_LINE)) {
    const [, file] = OWN_FILE.exec(path) ?? [];
    if (file !== undefined) return `${by} ${file}:${line}`.trim();
  }
  return "";
}

/** Returns the database's error code. Sequelize wraps the database's error in an error of its own. */
function codeOf(error: Error): string | undefined {
  const parent = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in parent && typeof parent.code === "string" ? parent.code : undefined;
}
