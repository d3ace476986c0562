/** @type {import("prettier").Config} */
export default {
  printWidth: 110,
  // Never wrapped, and tables wider than a line are not padded: a row that changes is one line of a diff.
  overrides: [{ files: "*.md", options: { proseWrap: "never" } }],
};
