import { pluralise } from "#domain/text/noun.ts";
import type { ListColumn, ListDocument, ListHeading, ListRow, ListTable } from "../list/data.ts";

export type DeviceInternet = ListHeading & {
  /** The number of students with each device. The students who did not answer have the device null. */
  devices: readonly { device: string | null; online: number; offline: number; students: number }[];
  /** The title of the total, such as `Standard 4`. */
  all: string;
  classes: readonly { title: string; teacher: string; students: readonly Equipped[] }[];
};

type Equipped = {
  name: string;
  /** Null if the question about devices was not answered. Internet access is unknown then too. */
  device: string | null;
  isOnline: boolean;
};

const NO_DEVICE = "No Device";
const UNKNOWN = "not recorded";

const DEVICES: readonly ListColumn[] = [
  { key: "device", title: "Device", kind: "text", width: 96, unknown: UNKNOWN },
  { key: "bar", title: "", kind: "bar", width: 190 },
  { key: "online", title: "With internet", kind: "count", width: 52 },
  { key: "offline", title: "No internet", kind: "count", width: 52, strong: true },
  { key: "students", title: "Students", kind: "count", width: 52 },
];

const STUDENTS: readonly ListColumn[] = [
  { key: "name", title: "", kind: "text", width: "*" },
  { key: "device", title: "Device", kind: "text", width: 50, unknown: UNKNOWN },
  { key: "internet", title: "Internet", kind: "text", width: 34 },
];

/** Builds the list for the person who lends devices, so students without a device stand out. */
export function buildDeviceInternetList({ devices, all, classes, ...heading }: DeviceInternet): ListDocument {
  const groups = classes.map(({ title, teacher, students }) => ({
    title,
    aside: teacher,
    count: { figure: students.length, words: pluralise(students.length, "student") },
    rows: students.map(studentRow),
  }));
  const counted: ListTable = {
    columns: DEVICES,
    groups: [{ title: "", rows: devices.map(deviceRow) }],
    total: all,
  };
  const listed: ListTable = { columns: STUDENTS, groups, numbered: "by group", arrangement: "blocks" };
  return { ...heading, tables: devices.length === 0 ? [listed] : [counted, listed] };
}

function deviceRow({ device, online, offline, students }: DeviceInternet["devices"][number]): ListRow {
  const bar = { value: students, solid: online };
  if (device === null) return { device, bar: { ...bar, solid: 0 }, online: "", offline: "", students };
  return { device: { value: device, strong: device === NO_DEVICE }, bar, online, offline, students };
}

function studentRow({ name, device, isOnline }: Equipped): ListRow {
  if (device === null) return { name, device, internet: "" };
  const internet = isOnline ? { value: "yes", quiet: true } : { value: "no", strong: true };
  return { name, device: { value: device, strong: device === NO_DEVICE }, internet };
}
