import type { SchoolFlavour } from "../grades.ts";
import { formatShortName } from "../names.ts";

type NewClass = {
  flavour: SchoolFlavour;
  formClassId: string;
  teacher: { first_name: string; last_name: string };
  taken: readonly string[];
};

/**
 * Builds the name of a new class. In a secondary school, it is the form class's name. In a primary school, as many
 * letters of the form teacher's name follow as are needed to make the name unique (`Std 4 R`, `Std 4 Ra`).
 */
export function buildClassLabel({ flavour, formClassId, teacher, taken }: NewClass): string {
  if (flavour === "secondary") return formClassId;
  const letters = [...teacher.last_name];
  const names = [
    ...letters.map((_, index) => letters.slice(0, index + 1).join("")),
    formatShortName(teacher),
  ];
  const labels = names.map((name) => `${formClassId} ${name}`);
  const free = labels.find((label) => !taken.includes(label));
  return free ?? numbered(`${formClassId} ${formatShortName(teacher)}`, taken);
}

function numbered(label: string, taken: readonly string[]): string {
  const places = Array.from({ length: taken.length + 1 }, (_, index) => `${label} ${index + 2}`);
  return places.find((place) => !taken.includes(place)) ?? label;
}
