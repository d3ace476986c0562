import type { Flavour } from "#domain/grades.ts";
import type { Gender, Look } from "./naming.ts";

export const DEMO_PASSWORD = "termbook-demo-school";

export type DemoUser = "principal" | "formteacher" | "teacher" | "dean" | "clerk" | "newteacher";

export const DEMO_PERMISSIONS: Record<DemoUser, readonly number[]> = {
  principal: [1, 2, 3, 10],
  formteacher: [1, 2, 3],
  teacher: [1, 3],
  dean: [2, 3],
  clerk: [3, 4, 6, 7, 8],
  newteacher: [1],
};

/** This account must change the password at the first sign-in. */
export const NEW_TEACHER: DemoUser = "newteacher";

export type DemoPerson = {
  title: "Mr." | "Mrs." | "Ms.";
  first_name: string;
  last_name: string;
  other_name: string;
  gender: Gender;
  look: Look;
};

function person(title: DemoPerson["title"], name: string, look: Look): DemoPerson {
  const [first_name = "", last_name = "", other_name = ""] = name.split("|");
  return { title, first_name, last_name, other_name, gender: title === "Mr." ? "M" : "F", look };
}

/** The owners of the demo accounts. The accounts are named after their roles, so the people have names of their own. */
export const DEMO_PEOPLE: Record<Flavour, Partial<Record<DemoUser, DemoPerson>>> = {
  primary: {
    principal: person("Mrs.", "Marva|Joseph|Eugenia", "deep"),
    formteacher: person("Mr.", "Dinesh|Ramkissoon|", "brown"),
    teacher: person("Ms.", "Camille|Pierre|", "medium"),
    clerk: person("Mrs.", "Wendy-Ann|Gomez|", "medium"),
    newteacher: person("Ms.", "Renée|Salandy|Thérèse", "deep"),
  },
  secondary: {
    principal: person("Mrs.", "Marva|Boodram|Indira", "brown"),
    formteacher: person("Ms.", "Cecilia|De Freitas|", "light"),
    teacher: person("Mr.", "Davindra|Seepersad|", "brown"),
    dean: person("Mr.", "Aldwyn|Phillip|", "deep"),
    clerk: person("Mrs.", "Margaret|Figuera|", "medium"),
    newteacher: person("Mr.", "Jérôme|Chin Aleong|", "light"),
  },
};
