import type { Config } from "tailwindcss";
import plugin from "tailwindcss/plugin";

/** The design tokens: no other file defines a colour, a size or a font. */
export default {
  // Each style sheet has the content that its pages draw (app/server/http/tailwind-by-sheet.ts).
  content: [],
  // These words in the source code look like class names to Tailwind, but are not used as classes.
  blocklist: ["!dialog", "!frame", "!table", "transform", "visible", "resize", "inline"],
  future: { hoverOnlyWhenSupported: true },
  // The design has no shadows, blur or gradients, so their classes do not exist. Classes that set an opacity separately
  // from its colour do not exist either (`bg-ink/55` sets both); without them Tailwind writes each colour as it is.
  corePlugins: {
    // `app/ui/styles/base.css` has the part of preflight (Tailwind's reset) that the pages need.
    preflight: false,
    backgroundOpacity: false,
    textOpacity: false,
    borderOpacity: false,
    divideOpacity: false,
    placeholderOpacity: false,
    // These plugins set a list of variables on every element. The few that are needed are written as `[translate:…]`.
    borderSpacing: false,
    fontVariantNumeric: false,
    touchAction: false,
    transform: false,
    translate: false,
    rotate: false,
    scale: false,
    skew: false,
    container: false,
    scrollSnapType: false,
    contain: false,
    boxShadow: false,
    boxShadowColor: false,
    ringWidth: false,
    ringColor: false,
    ringOpacity: false,
    ringOffsetWidth: false,
    ringOffsetColor: false,
    gradientColorStops: false,
    filter: false,
    blur: false,
    brightness: false,
    contrast: false,
    dropShadow: false,
    grayscale: false,
    hueRotate: false,
    invert: false,
    saturate: false,
    sepia: false,
    backdropFilter: false,
    backdropBlur: false,
    backdropBrightness: false,
    backdropContrast: false,
    backdropGrayscale: false,
    backdropHueRotate: false,
    backdropInvert: false,
    backdropOpacity: false,
    backdropSaturate: false,
    backdropSepia: false,
  },
  theme: {
    screens: { sm: "380px", md: "701px", lg: "960px", xl: "1180px" },
    colors: {
      transparent: "transparent",
      current: "currentColor",
      // Tremor accepts red only as a range of shades, of which its charts use 500.
      red: { DEFAULT: "#7b1e22", 500: "#7b1e22", deep: "#5f1519", edge: "#94403f" },
      "on-red": "#fbf6ea",
      cream: { DEFAULT: "#fbf6ea", 2: "#f4ead4" },
      paper: "#ffffff",
      ink: "#231f1c",
      muted: "#6b625a",
      line: { DEFAULT: "#e3d9c6", 2: "#cdbd9f" },
      rule: "#d9a9a0",
      field: "#8d8275",
      lit: "#fff3d1",
      saved: "#1f6f43",
      waiting: "#8a5a00",
      refused: { DEFAULT: "#b3261e", wash: "#fcece4" },
      colleague: { DEFAULT: "#2b4c7e", wash: "#eef1f5" },
      sepia: "#8a7557",
      // The blue-black ink of the principal's pen.
      pen: "#1d2b4f",
      // The colours of the square with a student's initial: each hue has a pale background and a dark letter.
      blue: { pale: "#dde4ed", dark: "#2b4c7e" },
      amber: { pale: "#f6e3bf", dark: "#6b4500" },
      olive: { pale: "#ece4c6", dark: "#4f4a14" },
      rose: { pale: "#f4ddd4", dark: "#7b1e22" },
      lilac: { pale: "#ebdfe9", dark: "#683760" },
      sage: { pale: "#dde8df", dark: "#1f4d35" },
    },
    fontFamily: {
      sans: ["-apple-system", "Segoe UI", "Roboto", "Noto Sans", "Liberation Sans", "Arial", "sans-serif"],
      serif: ["Georgia", "Noto Serif", "Liberation Serif", "serif"],
      mono: ["ui-monospace", "Consolas", "Noto Sans Mono", "Liberation Mono", "monospace"],
    },
    fontSize: {
      13: ["13px", "20px"],
      15: ["15px", "24px"],
      18: ["18px", "24px"],
      24: ["24px", "32px"],
      32: ["32px", "40px"],
    },
    fontWeight: { normal: "400", semibold: "600", bold: "700" },
    borderRadius: { none: "0", sm: "3px", DEFAULT: "4px", full: "9999px" },
    extend: {
      borderColor: ({ theme }) => ({ DEFAULT: theme("colors.line.DEFAULT") }),
      maxWidth: {
        content: "1200px",
        plate: "440px",
        dialog: "500px",
        record: "780px",
        roster: "900px",
        profile: "1136px",
        archive: "1216px",
      },
      keyframes: {
        turn: { to: { transform: "rotate(1turn)" } },
        appear: { from: { opacity: "0" } },
        expand: {
          from: { maxWidth: "0", maxHeight: "0", overflow: "hidden" },
          "99%": { overflow: "hidden" },
          to: { maxWidth: "320px", maxHeight: "80px" },
        },
        opening: { from: { transform: "scaleX(0)" }, "4%": { transform: "scaleX(0.3)" } },
      },
      animation: {
        turn: "turn 900ms linear infinite",
        appear: "appear 120ms ease-out 200ms backwards",
        // The animation of a choice that appears because of another choice.
        expand: "expand 200ms ease-out 700ms backwards",
        opening: "opening 8s ease-out 300ms backwards",
      },
    },
  },
  plugins: [
    // In every narrow window and on every touch screen, fingers need targets of 44 px and field text of 18 px.
    plugin(({ addVariant }) => {
      addVariant("touch", "@media (max-width: 700px), (pointer: coarse)");
      addVariant("unscripted", "@media (scripting: none)");
      // In a low window, as on a laptop, fields come before content that is only read.
      addVariant("short", "@media (min-width: 701px) and (max-height: 899px)");
    }),
  ],
} satisfies Config;
