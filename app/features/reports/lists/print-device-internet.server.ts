import type { PersonalListRow } from "#db/queries/reports/personal-lists.ts";
import { registerName } from "#domain/names.ts";
import type { Person } from "#domain/person.ts";
import { nounFor } from "#domain/text/noun.ts";
import { DEVICE_TYPES, type DeviceType } from "#domain/people/students.ts";
import { notFound } from "#runtime/errors.ts";
import type { DocumentData, FormatOf } from "#templates/index.ts";
import { printDocument, type Print, type Printed } from "../document.server.ts";
import { schoolList } from "./school-list.server.ts";

type Counted = DocumentData["device-internet"]["devices"][number];

/** The best devices for learning come first; students without data come last. */
const IN_ORDER: readonly (DeviceType | null)[] = [
  "Laptop",
  "Desktop",
  "Tablet",
  "Phone",
  "Other",
  "No Device",
  null,
];
const [NO_DEVICE] = DEVICE_TYPES;

/**
 * Prints the devices and internet access that students of a form level have at home.
 * @throws notFound when there is no such level
 */
export async function printDeviceInternet(
  person: Person,
  formLevel: number,
  { format, signal }: Print<FormatOf<"device-internet">>,
): Promise<Printed> {
  const { heading, classes, fileName } = await schoolList("Device and internet", formLevel);
  const [first] = classes;
  if (!first) throw notFound("This form level does not exist.");
  const students = classes.flatMap((item) => item.students);
  const count = (is: (student: PersonalListRow) => boolean) => students.filter(is).length;
  const data = {
    ...heading,
    about: first.group_title,
    all: first.group_title,
    aside: classes.length === 1 ? first.teacher : `${classes.length} classes`,
    counts: [
      { figure: students.length, words: nounFor(students.length, "student") },
      { figure: count(({ device_type }) => device_type === NO_DEVICE), words: "with no device" },
      {
        figure: count((each) => each.device_type !== null && !each.internet_access),
        words: "without internet",
      },
    ],
    devices: IN_ORDER.map((device) => countedDevice(device, students)).filter((item) => item.students > 0),
    classes: classes.map(({ label, teacher, students: listed }) => ({
      title: label,
      teacher,
      students: listed.map((item) => ({
        name: registerName(item),
        device: item.device_type,
        isOnline: item.internet_access === true,
      })),
    })),
  };
  const order = { name: `${fileName} ${first.group_title}`, person, signal };
  return printDocument({ kind: "device-internet", format, data }, order);
}

function countedDevice(device: DeviceType | null, students: readonly PersonalListRow[]): Counted {
  const own = students.filter(({ device_type }) => device_type === device);
  const online = own.filter(({ internet_access }) => internet_access).length;
  return { device, online, offline: own.length - online, students: own.length };
}
