import js from "@eslint/js";
// @ts-expect-error: the plugin brings no types
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { importTable } from "./tests/rules/import-table.js";

const TYPED = ["**/*.{ts,tsx}"];
const TESTS = ["tests/**"];
const OURS = ["app/**/*.{ts,tsx}", "db/**/*.ts", "jobs/**/*.ts", "templates/**/*.ts"];

/** The files that must have a default export, because a tool imports it. */
const DEFAULT_EXPORTS = [
  "app/routes/**",
  "app/root.tsx",
  "app/routes.ts",
  "app/entry.*.tsx",
  "*.{js,ts}",
  "tests/support/counts-reporter.ts",
];

/** Programs that run in a terminal, before or beside the server. They may write to the console. */
const TERMINAL = ["app/server/**", "db/demo/**", "tests/**", "*.{js,ts}"];

const TABLE_ROLES = { table: ["table"], thead: ["rowgroup"], tbody: ["rowgroup"], tr: ["row"], td: ["cell"] };

const NO_DEFAULT = { selector: "ExportDefaultDeclaration", message: "Export by name." };
const NO_TOP_ARROW = {
  selector:
    ":matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > " +
    "ArrowFunctionExpression[body.type='BlockStatement']",
  message: "Write a named function declaration.",
};

const NO_ASYNC_EACH = {
  selector: "CallExpression[callee.property.name=/^(?:forEach|filter|some|every|find)$/] > [async=true]",
  message: "Nobody waits for it here: use for … of, or Promise.all with map.",
};

/** The rules for tests forbid nested `describe`, skipped tests and mocks of our own code. */
const IN_TESTS = [
  {
    selector: "MemberExpression[object.name='test'][property.name=/^(?:only|skip|todo|fails)$/]",
    message: "Every test runs: make it pass, or take it out.",
  },
  {
    selector: "MemberExpression[object.name='vi'][property.name=/^(?:mock|doMock|hoisted)$/]",
    message: "No mocks of our own code: use the real database and the factories of tests/support.",
  },
  {
    selector:
      "ImportDeclaration[source.value='vitest'] ImportSpecifier[imported.name=/^(?:describe|it|suite)$/]",
    message: "Flat tests: test('a sentence', …).",
  },
];

export default tseslint.config(
  { ignores: ["build/", "data/", "coverage/", ".cache/", "node_modules/"] },
  js.configs.recommended,
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    rules: {
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-import-type-side-effects": "error",
      "no-duplicate-imports": "error",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
      // The compiler finds undefined names more reliably, in JavaScript too.
      "no-undef": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-restricted-syntax": ["error", NO_TOP_ARROW, NO_ASYNC_EACH, NO_DEFAULT],
    },
  },
  { files: DEFAULT_EXPORTS, rules: { "no-restricted-syntax": ["error", NO_TOP_ARROW, NO_ASYNC_EACH] } },
  {
    files: TYPED,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, arguments: false, returns: false } },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat.recommended],
    settings: { "jsx-a11y": { components: { TickBox: "input", ByChoice: "input" } } },
    rules: {
      // The first field of a dialog or of the sign-in takes the focus on purpose.
      "jsx-a11y/no-autofocus": "off",
      // When CSS changes a table's layout, browsers drop its roles unless they are written out (data-table.tsx).
      "jsx-a11y/no-redundant-roles": ["error", TABLE_ROLES],
      "jsx-a11y/no-interactive-element-to-noninteractive-role": [
        "error",
        { td: ["cell"], th: ["columnheader"] },
      ],
      // Values that only a browser knows are set after the first render, which must be equal to the server's HTML.
      "react-hooks/set-state-in-effect": "off",
    },
  },
  {
    files: OURS,
    plugins: { termbook: { rules: { "import-table": importTable } } },
    rules: {
      "termbook/import-table": "error",
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // An SQL statement, or a table or page in JSX, is long without being complicated.
    files: ["db/queries/**", "db/models/**", "app/**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }] },
  },
  { files: OURS, ignores: TERMINAL, rules: { "no-console": "error" } },
  {
    files: TESTS,
    ignores: DEFAULT_EXPORTS,
    rules: { "no-restricted-syntax": ["error", NO_TOP_ARROW, NO_ASYNC_EACH, NO_DEFAULT, ...IN_TESTS] },
  },
);
