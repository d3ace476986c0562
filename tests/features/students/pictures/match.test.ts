import { expect, test } from "vitest";
import { createPictureFileMatcher } from "#features/students/pictures/match.rules.ts";

const STUDENTS = [
  student(1, "SR-20033", "20160504", "Kareem", "Thomas"),
  student(2, "20044", "201505071234", "Makeda", "Toussaint"),
  student(3, "20045", "201505071235", "Rayhaan", "Ali"),
  student(4, "20046", "201505071236", "Rayhaan", "Ali"),
  student(5, "20047", "201505071237", "Anika Marie", "Baptiste-Charles"),
  student(6, "20048", "201505071238", "José", "De Souza"),
  student(7, "20049", "201505071239", "Ann", "De Souza"),
  student(8, "20050", "201505071240", "Thomas", "James"),
  student(9, "2051", "201505071241", "Kiara", "Hinds"),
];

const match = createPictureFileMatcher(STUDENTS);

test.for([
  ["SR-20033.jpg", 1],
  ["sr20033 (2).JPG", 1],
  ["Std 4 R/SR_20033.png", 1],
  ["20044.jpg", 2],
  ["photo 20044 makeda.jpg", 2],
  ["201505071234.jpg", 2],
  ["Toussaint, Makeda.jpg", 2],
  ["makeda_toussaint 2A.webp", 2],
  ["MakedaToussaint.jpg", 2],
  ["toussaintmakeda.jpg", 2],
  ["baptiste charles anika.jpg", 5],
  ["jose de souza.jpg", 6],
  ["De Souza José.jpg", 6],
  ["Copy of SR-20033.jpg", 1],
  ["hinds, kiara - final (3).jpeg", 9],
  ["Jose\u0301 DE SOUZA.JPG", 6],
] as const)("%s is of student %i", ([name, id]) => {
  expect(match(name)).toEqual({ studentKey: id, candidates: [] });
});

test.for([
  ["IMG_2041.jpg", []],
  ["IMG_2051.jpg", []],
  ["class list june.docx", []],
  ["2.jpg", []],
  [".jpg", []],
  ["ali rayhaan.jpg", [3, 4]],
  ["de souza.jpg", [6, 7]],
  ["hinds.jpg", [9]],
  // The number is one child's and the name another's.
  ["20044 kiara hinds.jpg", [2, 9]],
  ["20044 20047.jpg", [2, 5]],
] as const)("%s is of nobody beyond doubt, and may be of %j", ([name, candidates]) => {
  expect(match(name)).toEqual({ studentKey: null, candidates });
});

function student(id: number, studentId: string, pin: string, firstName: string, lastName: string) {
  return {
    id,
    student_id: studentId,
    birth_certificate_pin: pin,
    first_name: firstName,
    last_name: lastName,
  };
}
