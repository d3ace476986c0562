/** The order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** Android calls itself Linux, and an iPhone calls itself like Mac OS X. */
const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/^(?=.*Mobile).*Android/, "an Android phone"],
  [/Android/, "an Android tablet"],
  [/Windows/, "Windows"],
  [/CrOS/, "a Chromebook"],
  [/Macintosh|Mac OS X/, "a Mac"],
  [/Linux/, "Linux"],
];

/** Describes a browser from its user agent: 'Chrome on Windows'. */
export function describeDevice(userAgent: string): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const device = firstMatch(DEVICES, userAgent);
  if (browser && device) return `${browser} on ${device}`;
  if (browser) return browser;
  return device ? `A browser on ${device}` : "An unknown device";
}

function firstMatch(words: readonly [RegExp, string][], userAgent: string): string | undefined {
  return words.find(([pattern]) => pattern.test(userAgent))?.[1];
}
