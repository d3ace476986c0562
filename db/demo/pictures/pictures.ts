import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { Flavour } from "#domain/grades.ts";
import { crest } from "./crest.ts";
import { documentsOf, studentDocumentsOf, type DemoDocument } from "../people/documents.ts";
import type { Employee } from "../people/employees.ts";
import type { Row } from "../insert.ts";
import type { DrawnFile } from "./drawn-file.ts";
import type { SchoolKind } from "../kind.ts";
import { portrait, PORTRAIT, type Sitter } from "./portrait.ts";
import { itemAt, random, shareOf } from "../random.ts";
import { signature, SIGNATURE } from "./signature.ts";
import type { DemoStudent } from "../people/demo-student.ts";

export type StoreFile = (fileName: string, bytes: Uint8Array) => Promise<void>;

export type Pictures = {
  files: readonly DrawnFile[];
  documents: readonly DemoDocument[];
  studentDocuments: readonly DemoDocument[];
  ofStudents: ReadonlyMap<number, string>;
  ofEmployees: ReadonlyMap<number, string>;
  logo: string | null;
  signature: string | null;
};

type Person = { key: string; id: number; sitter: Sitter; variant: number };
type Drawing = { large: Buffer; small: Buffer };

export const NO_PICTURES: Pictures = {
  files: [],
  documents: [],
  studentDocuments: [],
  ofStudents: new Map(),
  ofEmployees: new Map(),
  logo: null,
  signature: null,
};

const SMALL = 112;
/** The square of a portrait that contains the head. */
const FACE = { left: 0, top: 24, width: 300, height: 300 };
const LOGO = { width: 400, height: 400 };
/** Some people have no picture yet, so that lists show their initial. */
const WITH_PICTURE = 0.93;
/** Faces per look, gender and house: drawing one for every student would take most of a minute. */
const FACES = 3;
const VEILED_SHARE = 0.4;
const SHIRTS = ["#f3efe6", "#b9cbd9", "#d8c3c9", "#c9d3bd", "#e3d3a8"];

/** Every person's picture is a file of its own, even if some look alike. */
export async function drawPictures(kind: SchoolKind, { students, employees }: People): Promise<Pictures> {
  const pupils = students
    .filter(({ id }) => shareOf(`picture ${id}`) < WITH_PICTURE)
    .map((student) => pupil(student, kind));
  const staff = employees.map(colleague);
  const drawings = await drawnOnce([...pupils, ...staff]);
  const files = (people: readonly Person[]) =>
    people.flatMap((person) => filesOf(person, drawings, kind.flavour));
  const [logo, signed] = await Promise.all([logoFile(kind.flavour), signatureFile(kind.flavour)]);
  const documents = documentsOf(kind.flavour, employees);
  const studentDocuments = studentDocumentsOf(kind.flavour, students);
  const papers = [...documents, ...studentDocuments].map(({ file }) => file);
  return {
    files: [...files(pupils), ...files(staff), logo, signed, ...papers],
    documents,
    studentDocuments,
    ofStudents: namesOf(pupils, kind.flavour),
    ofEmployees: namesOf(staff, kind.flavour),
    logo: logo.name,
    signature: signed.name,
  };
}

type People = { students: readonly DemoStudent[]; employees: readonly Employee[] };

function pupil({ id, look, gender, religion, house_id }: DemoStudent, { houses }: SchoolKind): Person {
  const isVeiled = gender === "F" && religion === "Islam" && shareOf(`veil ${id}`) < VEILED_SHARE;
  const clothes = { shirt: "#fdfcf9", tie: itemAt(houses, house_id - 1).colour };
  return {
    key: `student ${id}`,
    id,
    sitter: { look, gender, clothes, isAdult: false, isVeiled },
    variant: id % FACES,
  };
}

function colleague({ employee_id, look, gender }: Employee): Person {
  const clothes = {
    shirt: itemAt(SHIRTS, employee_id % SHIRTS.length),
    tie: gender === "M" ? "#3b3531" : null,
  };
  const sitter = { look, gender, clothes, isAdult: true, isVeiled: false };
  return { key: `employee ${employee_id}`, id: employee_id, sitter, variant: employee_id % FACES };
}

async function drawnOnce(people: readonly Person[]): Promise<ReadonlyMap<string, Drawing>> {
  const faces = new Map(people.map((person) => [faceOf(person), person.sitter]));
  const drawn = [...faces].map(
    async ([face, sitter]) => [face, await draw(portrait(sitter, random(face)))] as const,
  );
  return new Map(await Promise.all(drawn));
}

function faceOf({ sitter: { look, gender, clothes, isAdult, isVeiled }, variant }: Person): string {
  return `face ${look} ${gender} ${clothes.shirt} ${clothes.tie} ${isAdult} ${isVeiled} ${variant}`;
}

/** Encodes an opaque JPEG for print and a square WebP of the face for lists. */
async function draw(svg: string): Promise<Drawing> {
  const { data, info } = await opaque(svg).raw().toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: info });
  const [large, small] = await Promise.all([
    pixels.clone().jpeg({ quality: 84 }).toBuffer(),
    pixels.clone().extract(FACE).resize(SMALL).webp({ quality: 74 }).toBuffer(),
  ]);
  return { large, small };
}

/** Transparency would be decoded again for every printed page. */
function opaque(svg: string): Sharp {
  return sharp(Buffer.from(svg)).flatten({ background: "#ffffff" });
}

function filesOf(person: Person, drawings: ReadonlyMap<string, Drawing>, flavour: Flavour): DrawnFile[] {
  const drawing = drawings.get(faceOf(person));
  if (!drawing) throw new Error(`nobody drew ${person.key}`);
  const name = nameOf(person.key, flavour);
  const square = { width: SMALL, height: SMALL };
  return [
    { name, kind: "picture", mediaType: "image/jpeg", ...PORTRAIT, content: drawing.large },
    {
      name: smallOf(name),
      kind: "picture-small",
      mediaType: "image/webp",
      ...square,
      content: drawing.small,
    },
  ];
}

function namesOf(people: readonly Person[], flavour: Flavour): Map<number, string> {
  return new Map(people.map(({ id, key }) => [id, nameOf(key, flavour)]));
}

/** Makes a name like the random names of the file store, but the same one whenever the demo school is created. */
function nameOf(key: string, flavour: Flavour): string {
  return `${createHash("sha256").update(`${flavour} ${key}`).digest("hex").slice(0, 32)}.jpg`;
}

function smallOf(name: string): string {
  return name.replace(/\.jpg$/, "-small.webp");
}

async function logoFile(flavour: Flavour): Promise<DrawnFile> {
  const content = await opaque(crest(flavour)).jpeg({ quality: 90 }).toBuffer();
  return { name: nameOf("logo", flavour), kind: "logo", mediaType: "image/jpeg", ...LOGO, content };
}

async function signatureFile(flavour: Flavour): Promise<DrawnFile> {
  const svg = signature(random(`${flavour} signature`));
  const content = await opaque(svg).greyscale().jpeg({ quality: 80 }).toBuffer();
  return {
    name: nameOf("signature", flavour),
    kind: "signature",
    mediaType: "image/jpeg",
    ...SIGNATURE,
    content,
  };
}

export function fileRows({ files }: Pictures): Row[] {
  return files.map(({ name, kind, mediaType, width, height, content }) => ({
    file_name: name,
    kind,
    media_type: mediaType,
    bytes: content.length,
    sha256: `\\x${createHash("sha256").update(content).digest("hex")}`,
    width,
    height,
  }));
}
