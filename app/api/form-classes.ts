import { z } from "zod";
import { formatShortName } from "#domain/names.ts";
import { listClassesOfForm, listClasses, listFormClasses } from "#features/lookups/lists.server.ts";
import { defineSignedInGet, type Endpoint } from "./dispatch/endpoint.ts";
import type { Person } from "#domain/person.ts";
import { idSchema, nameSchema } from "./dispatch/wire.ts";

/** A form class. There is one row per name, although several classes with different teachers may have this name. */
const FormClass = z.strictObject({ id: z.string(), form_level: z.int(), group: z.string() });

/** A class with its form teacher and co-teachers. `class_id` and `class` distinguish classes of the same name. */
const ClassWithTeachers = z.strictObject({
  form_class_id: z.string(),
  employee_id: z.int().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  coTeachers: z.array(z.strictObject({ employee_id: z.int(), name: z.string() })),
  form_level: z.int(),
  group: z.string(),
  class_id: z.int(),
  class: z.string(),
});

const CLASSES = {
  sort: ["class_id", "class", "form_class_id", "form_level", "first_name", "last_name"],
  search: ["class", "first_name", "last_name"],
};

type ListedClass = Awaited<ReturnType<typeof listClasses>>[number];

export const FORM_CLASSES_ENDPOINTS: readonly Endpoint[] = [
  defineSignedInGet({
    path: "/api/form-classes",
    summary: "Lists the form classes of the school",
    list: { sort: ["id", "form_level", "group"], search: ["id", "group"] },
    reply: z.array(FormClass),
    read: async () =>
      (await listFormClasses()).map(({ form_class_id: id, form_level, group_title: group }) => ({
        id,
        form_level,
        group,
      })),
  }),
  defineSignedInGet({
    path: "/api/form-classes-list",
    summary: "Lists the classes of a year that you can open, with their teachers",
    query: z.object({ academic_year_id: idSchema.optional() }),
    list: CLASSES,
    reply: z.array(ClassWithTeachers),
    read: ({ person, query }) => classesOfYear(person, query.academic_year_id ?? null),
  }),
  defineSignedInGet({
    path: "/api/form-classes-teachers",
    summary: "Lists the classes of the current year with their teachers",
    list: CLASSES,
    reply: z.array(ClassWithTeachers),
    read: ({ person }) => classesOfYear(person, null),
  }),
  defineSignedInGet({
    path: "/api/form-classes-teachers/:year",
    summary: "Lists the classes of a year with their teachers",
    params: z.object({ year: idSchema }),
    list: CLASSES,
    reply: z.array(ClassWithTeachers),
    read: ({ person, params }) => classesOfYear(person, params.year),
  }),
  defineSignedInGet({
    path: "/api/form-teacher-assignment/:form_class_id/:year",
    summary: "Lists the classes of a year that have the same form class name, with their teachers",
    params: z.object({ form_class_id: nameSchema, year: idSchema }),
    list: CLASSES,
    reply: z.array(ClassWithTeachers),
    read: async ({ person, params: { form_class_id: formClassId, year } }) =>
      (await listClassesOfForm(person, { formClassId, academicYearId: year })).map(classOnTheWire),
  }),
];

async function classesOfYear(person: Person, academicYearId: number | null) {
  return (await listClasses(person, { academicYearId, formClassId: null })).map(classOnTheWire);
}

function classOnTheWire({ teachers, ...held }: ListedClass): z.input<typeof ClassWithTeachers> {
  const formTeacher = teachers.find(({ is_lead }) => is_lead);
  const others = teachers.filter((teacher) => teacher !== formTeacher);
  return {
    form_class_id: held.form_class_id,
    employee_id: formTeacher?.employee_id ?? null,
    first_name: formTeacher?.first_name ?? "",
    last_name: formTeacher?.last_name ?? "",
    coTeachers: others.map((teacher) => ({
      employee_id: teacher.employee_id,
      name: formatShortName(teacher),
    })),
    form_level: held.form_level,
    group: held.group_title,
    class_id: held.class_id,
    class: held.label,
  };
}
