import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import type { SchoolFlavour } from "#domain/grades.ts";
import {
  drawEmployeeDocuments,
  drawStudentDocuments,
  type DemoDocument,
  type DrawnFile,
} from "../people/documents.ts";
import type { DemoEmployee } from "../people/employees.ts";
import type { DemoRow } from "../insert.ts";
import type { SchoolKind } from "../kind.ts";
import { drawPortrait, PORTRAIT_SIZE, type PortraitSitter } from "./portrait.ts";
import { itemAt, createRandomStream, shareFromText, type RandomStream } from "../random.ts";
import type { DemoStudent } from "../people/demo-student.ts";

export type StoreFile = (fileName: string, bytes: Uint8Array) => Promise<void>;

export type DemoPictures = {
  files: readonly DrawnFile[];
  documents: readonly DemoDocument[];
  studentDocuments: readonly DemoDocument[];
  ofStudents: ReadonlyMap<number, string>;
  ofEmployees: ReadonlyMap<number, string>;
  logo: string | null;
  signature: string | null;
};

type Person = { key: string; id: number; sitter: PortraitSitter; variant: number };
type Drawing = { large: Buffer; small: Buffer };

export const NO_PICTURES: DemoPictures = {
  files: [],
  documents: [],
  studentDocuments: [],
  ofStudents: new Map(),
  ofEmployees: new Map(),
  logo: null,
  signature: null,
};

const SMALL = 112;
/** The square part of a portrait that contains the head, for the small picture. */
const FACE = { left: 0, top: 24, width: 300, height: 300 };
const LOGO = { width: 400, height: 400 };
/** The share of people with a picture. The others show what lists look like with initials. */
const WITH_PICTURE = 0.93;
/**
 * The number of faces for each complexion, gender and house. Drawing one for each student would take most of a
 * minute.
 */
const FACES = 3;
const VEILED_SHARE = 0.4;
const SHIRTS = ["#f3efe6", "#b9cbd9", "#d8c3c9", "#c9d3bd", "#e3d3a8"];

/** Draws the pictures. Each person has a file of their own, although some faces are the same. */
export async function drawPictures(kind: SchoolKind, { students, employees }: People): Promise<DemoPictures> {
  const pupils = students
    .filter(({ id }) => shareFromText(`picture ${id}`) < WITH_PICTURE)
    .map((student) => pupil(student, kind));
  const staff = employees.map(colleague);
  const drawings = await drawnOnce([...pupils, ...staff]);
  const files = (people: readonly Person[]) =>
    people.flatMap((person) => filesOf(person, drawings, kind.flavour));
  const [logo, signed] = await Promise.all([logoFile(kind.flavour), signatureFile(kind.flavour)]);
  const documents = drawEmployeeDocuments(kind.flavour, employees);
  const studentDocuments = drawStudentDocuments(kind.flavour, students);
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

type People = { students: readonly DemoStudent[]; employees: readonly DemoEmployee[] };

function pupil({ id, look, gender, religion, house_id }: DemoStudent, { houses }: SchoolKind): Person {
  const isVeiled = gender === "F" && religion === "Islam" && shareFromText(`veil ${id}`) < VEILED_SHARE;
  const clothes = { shirt: "#fdfcf9", tie: itemAt(houses, house_id - 1).colour };
  return {
    key: `student ${id}`,
    id,
    sitter: { look, gender, clothes, isAdult: false, isVeiled },
    variant: id % FACES,
  };
}

function colleague({ employee_id, look, gender }: DemoEmployee): Person {
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
    async ([face, sitter]) => [face, await draw(drawPortrait(sitter, createRandomStream(face)))] as const,
  );
  return new Map(await Promise.all(drawn));
}

function faceOf({ sitter: { look, gender, clothes, isAdult, isVeiled }, variant }: Person): string {
  return `face ${look} ${gender} ${clothes.shirt} ${clothes.tie} ${isAdult} ${isVeiled} ${variant}`;
}

/** Renders a drawing as a JPEG for printing and as a small square WebP of the face for lists. */
async function draw(svg: string): Promise<Drawing> {
  const { data, info } = await opaque(svg).raw().toBuffer({ resolveWithObject: true });
  const pixels = sharp(data, { raw: info });
  const [large, small] = await Promise.all([
    pixels.clone().jpeg({ quality: 84 }).toBuffer(),
    pixels.clone().extract(FACE).resize(SMALL).webp({ quality: 74 }).toBuffer(),
  ]);
  return { large, small };
}

/** Renders without transparency, because transparency would be decoded again for every printed page. */
function opaque(svg: string): Sharp {
  return sharp(Buffer.from(svg)).flatten({ background: "#ffffff" });
}

function filesOf(
  person: Person,
  drawings: ReadonlyMap<string, Drawing>,
  flavour: SchoolFlavour,
): DrawnFile[] {
  const drawing = drawings.get(faceOf(person));
  if (!drawing) throw new Error(`There is no drawing of ${person.key}.`);
  const name = nameOf(person.key, flavour);
  const square = { width: SMALL, height: SMALL };
  return [
    { name, kind: "picture", mediaType: "image/jpeg", ...PORTRAIT_SIZE, content: drawing.large },
    {
      name: smallOf(name),
      kind: "picture-small",
      mediaType: "image/webp",
      ...square,
      content: drawing.small,
    },
  ];
}

function namesOf(people: readonly Person[], flavour: SchoolFlavour): Map<number, string> {
  return new Map(people.map(({ id, key }) => [id, nameOf(key, flavour)]));
}

/** Returns a file name like the file store's random names, but always the same for the same demo. */
function nameOf(key: string, flavour: SchoolFlavour): string {
  return `${createHash("sha256").update(`${flavour} ${key}`).digest("hex").slice(0, 32)}.jpg`;
}

function smallOf(name: string): string {
  return name.replace(/\.jpg$/, "-small.webp");
}

async function logoFile(flavour: SchoolFlavour): Promise<DrawnFile> {
  const content = await opaque(crest(flavour)).jpeg({ quality: 90 }).toBuffer();
  return { name: nameOf("logo", flavour), kind: "logo", mediaType: "image/jpeg", ...LOGO, content };
}

async function signatureFile(flavour: SchoolFlavour): Promise<DrawnFile> {
  const svg = signature(createRandomStream(`${flavour} signature`));
  const content = await opaque(svg).greyscale().jpeg({ quality: 80 }).toBuffer();
  return {
    name: nameOf("signature", flavour),
    kind: "signature",
    mediaType: "image/jpeg",
    ...SIGNATURE,
    content,
  };
}

export function fileRows({ files }: DemoPictures): DemoRow[] {
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

/** The red of the school's printed documents. */
const RED = "#7b1e22";

/** Draws the school's crest as SVG: a flower over hills on a shield, or a tree over a book in a ring. */
function crest(flavour: SchoolFlavour): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 200 200">
    <rect width="200" height="200" fill="#fff"/>${flavour === "primary" ? shield() : ring()}</svg>`;
}

function shield(): string {
  const outline = "M36 14h128v82c0 46-28 74-64 92c-36-18-64-46-64-92z";
  const hills = [0, 14, 28, 42].map(
    (down) =>
      `<path d="M38 ${118 + down}q31-22 62 2q31-24 62-2" stroke="#fff" stroke-width="2.6" fill="none"/>`,
  );
  return `
    <defs><clipPath id="inside"><path d="M50 28h100v68c0 38-23 62-50 78c-27-16-50-40-50-78z"/></clipPath></defs>
    <path d="${outline}" fill="#fff" stroke="${RED}" stroke-width="5"/>
    <path d="M46 24h108v72c0 41-24 66-54 82c-30-16-54-41-54-82z" fill="none" stroke="${RED}" stroke-width="1.4"/>
    <g clip-path="url(#inside)"><path d="M38 108q31-22 62 2q31-24 62-2v80H38z" fill="${RED}"/>${hills.join("")}</g>
    <g transform="translate(100 64)">${petals(5)}</g>`;
}

function petals(count: number): string {
  const petal = (turn: number) => `
    <g transform="rotate(${turn})"><path d="M0 -3C-17 -12 -17 -31 -5 -32Q0 -34 0 -29Q0 -34 5 -32C17 -31 17 -12 0 -3z" fill="${RED}" stroke="#fff" stroke-width="1.6"/>
    <path d="M0 -7v-13" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/></g>`;
  const turns = Array.from({ length: count }, (_, index) => (360 / count) * index);
  return `${turns.map(petal).join("")}<circle r="4.5" fill="#fff" stroke="${RED}" stroke-width="2"/>`;
}

function ring(): string {
  const leaf = (turn: number) =>
    `<path d="M0 0C-9 -14 -8 -30 0 -40C8 -30 9 -14 0 0z" transform="rotate(${turn})" fill="${RED}" stroke="#fff" stroke-width="1.6"/>`;
  return `
    <defs><clipPath id="inside"><circle cx="100" cy="100" r="74"/></clipPath></defs>
    <circle cx="100" cy="100" r="88" fill="#fff" stroke="${RED}" stroke-width="6"/>
    <circle cx="100" cy="100" r="79" fill="none" stroke="${RED}" stroke-width="1.6"/>
    <g transform="translate(100 82)">${[-64, 64, -38, 38, -14, 14].map(leaf).join("")}</g>
    <path d="M100 100c-12-10-28-13-46-12v34c18-1 34 3 46 12c12-9 28-13 46-12V88c-18-1-34 2-46 12z" fill="#fff" stroke="${RED}" stroke-width="4" stroke-linejoin="round"/>
    <path d="M100 100v33M64 98q16 0 26 6M64 109q16 0 26 6M136 98q-16 0-26 6M136 109q-16 0-26 6" stroke="${RED}" stroke-width="2.4" fill="none" stroke-linecap="round"/>
    <path d="M20 147q20-10 40 0t40 0t40 0t40 0v40H20z" fill="${RED}" clip-path="url(#inside)"/>`;
}

/** The size of a scanned signature in pixels. */
const SIGNATURE = { width: 850, height: 260 };

/** Draws the pen's path: a tall capital, a run of small letters that flattens out, and a flourish below. */
function signature(chance: RandomStream): string {
  const letters = Array.from({ length: 9 }, (_, index) => letter(index, chance));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="850" height="260" viewBox="0 0 850 260">
    <rect width="850" height="260" fill="#fff"/>
    <g fill="none" stroke="#222" stroke-linecap="round" stroke-linejoin="round" transform="scale(.94)">
      <path d="M70 196C96 120 128 40 158 34C182 30 150 120 138 178C164 108 196 44 222 42C240 42 210 140 214 172C218 190 236 172 252 150" stroke-width="6"/>
      <path d="M252 150${letters.join("")}q60 10 150 -34" stroke-width="4.5"/>
      <path d="M300 214q180 -34 ${chance.between(360, 420)} -14" stroke-width="3.5"/>
    </g></svg>`;
}

function letter(index: number, chance: RandomStream): string {
  const height = Math.max(10, chance.between(34, 58) - 4 * index);
  const width = chance.between(24, 34);
  return index % 4 === 1
    ? `c${width} -${2.6 * height} ${width + 16} -${2.2 * height} 6 ${height / 3}q4 14 ${width} -8`
    : `q${width / 2} -${height} ${width * 0.7} -4q4 ${height / 1.6} ${width} -6`;
}
