/** @type {import("prettier").Config} */
export default {
  printWidth: 110,
  // Prose is not wrapped and wide tables are not padded, so that changing one table row changes one line.
  overrides: [{ files: "*.md", options: { proseWrap: "never" } }],
};
