type Told = {
  name: string;
  message: string;
  code: unknown;
  stack: string | undefined;
  cause?: Told | string;
};

/** Database errors of class 22, about invalid values, quote the value in their message. */
const NAMES_VALUES = /^22/;

const QUOTED = /"[^"]*"|'[^']*'/g;

/** Matches a line of a stack trace: function, file and line number. */
const STACK_LINE = /^ +at (?:async )?(?:(\S+) )?\(?(?:file:\/\/)?([^\s():]+):(\d+)/gm;
/** Matches the path of a source file of ours, or of a bundle. */
const OWN_FILE = /\/((?:app|db|jobs|templates|build)\/.*)/;

/**
 * Returns what the log may contain about an error. A database error includes the statement with its values, and a JSON
 * error quotes the text; both may be a child's data.
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

/** Returns an error's kind and its place in our code, to be stored. The message may have personal data. */
export function errorFacts(error: unknown): { fault: string; source: string } {
  if (!(error instanceof Error)) return { fault: "a value that is not an error was thrown", source: "" };
  const code = codeOf(error);
  return { fault: code === undefined ? error.name : `${error.name} ${code}`, source: ownLineOf(error) };
}

/** Returns the first line of the stack trace that is in our code, such as `readHealth build/server/index.js:120`. */
function ownLineOf({ stack = "" }: Error): string {
  for (const [, by = "", path = "", line = ""] of stack.matchAll(STACK_LINE)) {
    const [, file] = OWN_FILE.exec(path) ?? [];
    if (file !== undefined) return `${by} ${file}:${line}`.trim();
  }
  return "";
}

/** Returns the database's error code, from within the error in which Sequelize wraps it. */
function codeOf(error: Error): string | undefined {
  const parent = "parent" in error && error.parent instanceof Error ? error.parent : error;
  return "code" in parent && typeof parent.code === "string" ? parent.code : undefined;
}
