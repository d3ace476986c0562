/** The permissions in their groups, with the names of the menu tiles that they open. Id 5 is no longer used. */
export const PERMISSION_GROUPS = [
  {
    title: "In class",
    permissions: [
      { id: 1, name: "Enter Marks", opens: "Mark sheets of your own lessons" },
      { id: 2, name: "Edit/View Term Details", opens: "Term reports of your own class" },
      { id: 3, name: "Print/View Reports", opens: "Report cards, mark sheets and lists" },
    ],
  },
  {
    title: "For the school",
    permissions: [
      { id: 10, name: "Sign as principal", opens: "Records of every class, signing of reports" },
      {
        id: 9,
        name: "Administrator",
        opens: "Permissions, employees, passwords, subjects, every report",
      },
    ],
  },
  {
    title: "In the office",
    permissions: [
      { id: 4, name: "Employees", opens: "Records, timetables, new accounts" },
      { id: 6, name: "Students", opens: "Every record, medical and family data" },
      { id: 7, name: "Reset Password", opens: "One-time passwords for staff" },
      { id: 8, name: "Settings", opens: "Terms, subjects, posting" },
    ],
  },
] as const;

const PERMISSIONS = PERMISSION_GROUPS.flatMap(({ permissions }) => [...permissions]);

export type PermissionId = (typeof PERMISSIONS)[number]["id"];

export const PERMISSION_IDS: readonly PermissionId[] = PERMISSIONS.map(({ id }) => id);

export const ADMIN_PERMISSION_ID = 9;

/** Lists the names of permissions, such as `Students, Employees`. */
export function listPermissionNames(ids: readonly number[]): string {
  return PERMISSIONS.filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(", ");
}

/**
 * The order matters: the user agents of Edge and Opera also contain `Chrome`, and the user agent of Chrome contains
 * `Safari`.
 */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/**
 * The order matters: the user agent of Android also contains `Linux`, and the user agent of an iPhone contains `Mac
 * OS X`.
 */
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
