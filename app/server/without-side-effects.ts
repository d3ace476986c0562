import type { Plugin } from "vite";

/**
 * Tremor and its parts do nothing when they are imported, but do not say so in their package.json. Without this plugin
 * one of its charts brings all of its forms and calendars with it: 204 KB (Brotli) in place of 112 KB.
 */
const PURE =
  /\/node_modules\/(?:@tremor\/react|@headlessui\/react|@floating-ui\/[^/]+|@tanstack\/[^/]+|react-day-picker|date-fns|react-transition-state|tailwind-merge)\//;

/** A Vite plugin that lets the bundler leave out what nobody imports from these packages. */
export function withoutSideEffectsPlugin(): Plugin {
  return {
    name: "termbook:without-side-effects",
    apply: "build",
    transform: (code, id) => (PURE.test(id) ? { code, map: null, moduleSideEffects: false } : null),
  };
}
