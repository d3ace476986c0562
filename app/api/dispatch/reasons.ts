import type { z } from "zod";

/** Words a rejection without a message in the schema: zod's own messages are for the schema's author. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "This is missing.";
  return WORDS[issue.code]?.(issue) ?? "This value is not accepted here.";
}

type Issue = Readonly<Record<string, unknown>>;

const WORDS: Readonly<Record<string, (issue: Issue) => string | undefined>> = {
  invalid_type: ({ expected }) => TYPES[String(expected)],
  invalid_value: ({ values }) => `This must be ${(values as unknown[]).join(" or ")}.`,
  invalid_key: () => "The names in this object must be whole numbers above 0.",
  too_small: ({ minimum }) => `This must be at least ${String(minimum)}.`,
  too_big: ({ origin, maximum }) => {
    if (origin === "string") return "This is too long.";
    return origin === "array"
      ? `Send at most ${String(maximum)} entries.`
      : `This must be at most ${String(maximum)}.`;
  },
};

const TYPES: Readonly<Record<string, string>> = {
  string: "This must be text.",
  number: "This must be a number.",
  int: "This must be a whole number.",
  boolean: "This must be true or false.",
  array: "This must be a list.",
  object: "This must be an object.",
  record: "This must be an object.",
};
