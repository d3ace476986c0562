import { DEMO_PASSWORD, type DemoUser } from "./demo-people.ts";
import type { DemoSchool } from "../school.ts";

/** How to sign in to the demo school. */
export type Introduction = { userName: string; password: string; what: string };

export function introductions(school: DemoSchool): Introduction[] {
  const told = new Map<string, string>(Object.entries(descriptions(school)));
  return school.accounts.flatMap(({ user_name }) => {
    const what = told.get(user_name);
    return what === undefined ? [] : [{ userName: user_name, password: DEMO_PASSWORD, what }];
  });
}

function descriptions({ classes, calendar }: DemoSchool): Record<DemoUser | "Admin", string> {
  const led = classes.find(
    ({ academic_year_id, teachers }) =>
      academic_year_id === calendar.current.academic_year_id &&
      teachers.formTeacher.post.demo === "formteacher",
  );
  return {
    Admin: "administrator, may do everything",
    principal: "principal, reads every class and signs reports",
    formteacher: `form teacher of ${led?.label}`,
    teacher: "teacher with lessons in several classes",
    dean: `dean of Form ${led?.form_level}`,
    clerk: "school office: people, passwords and settings",
    newteacher: "new teacher, must change the password first",
  };
}
