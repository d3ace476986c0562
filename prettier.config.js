/** @type {import("prettier").Config} */
export default {
  printWidth: 110,
  // Prose is not wrapped, and tables wider than a line are not padded, so that a changed row is one line of a diff.
  overrides: [{ files: "*.md", options: { proseWrap: "never" } }],
};
