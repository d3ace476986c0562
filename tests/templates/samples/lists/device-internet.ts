import { sampleHeading } from "./heading.ts";
import { awkwardNames, sampleNames } from "../names.ts";
import type { DeviceInternet } from "#templates/device-internet/list.ts";

const DEVICES = ["Laptop", "Desktop", "Tablet", "Phone", "Other", "No Device", null];

export const samples: Record<string, DeviceInternet> = {
  typical: listOf({ "Std 4 N": sampleNames.slice(0, 28), "Std 4 R": sampleNames }),
  "awkward names": listOf({ "Std 4": awkwardNames }),
  "no students": listOf({}),
};

function listOf(classes: Readonly<Record<string, readonly string[]>>): DeviceInternet {
  const groups = Object.entries(classes).map(([title, names]) => ({
    title,
    teacher: "Ms. T. Noel",
    students: names.map((name, index) => ({
      name,
      device: DEVICES[index % DEVICES.length] ?? null,
      isOnline: index % 3 !== 0,
    })),
  }));
  const all = groups.flatMap(({ students }) => students);
  const devices = DEVICES.map((device) => {
    const own = all.filter((item) => item.device === device);
    const online = own.filter(({ isOnline }) => isOnline).length;
    return { device, online, offline: own.length - online, students: own.length };
  });
  return {
    ...sampleHeading,
    title: "Device and internet",
    aside: "2 classes",
    all: "Standard 4",
    counts: [
      { figure: all.length, words: "students" },
      { figure: 13, words: "with no device" },
    ],
    devices: devices.filter(({ students }) => students > 0),
    classes: groups,
  };
}
