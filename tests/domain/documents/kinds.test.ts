import { expect, test } from "vitest";
import { permissionIdsFor } from "#access/permissions.ts";
import { listEndpointsAtPath } from "#api/dispatch/dispatch.server.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import { documentAddress } from "#domain/documents/kind.ts";
import { REPORT_KINDS } from "#domain/documents/kinds.ts";
import { MENU_TILES } from "#features/main-menu/tiles.ts";

const CHOSEN = {
  academicTermId: 202520263,
  held: { classId: 12, formClassId: "Std 4", employeeId: 7 },
  studentId: "SR-1",
  formLevel: 6,
  sheet: { id: 2, title: "End of Term" },
  month: "2026-06",
  day: null,
} as const;

test.each(REPORT_KINDS.map((kind) => [kind.kind, kind] as const))(
  "%s is answered at its address, to the same people",
  (_name, kind) => {
    const { pathname } = new URL(kind.address(CHOSEN), "http://here");

    const answering = listEndpointsAtPath(API_ENDPOINTS, decodeURI(pathname)).map(({ endpoint }) => endpoint);

    expect(answering.map(({ method, access }) => `${method} ${access}`)).toEqual([`GET ${kind.access}`]);
  },
);

test("who prints a kind has the tile and the screen, and nobody else", () => {
  const ids = new Set(REPORT_KINDS.flatMap(({ access }) => permissionIdsFor(access) ?? []));

  const inOrder = [...ids].sort((one, other) => one - other);

  expect(permissionIdsFor(MENU_TILES.reports.access)).toEqual(inOrder);
});

test("the specification's addresses, with the format and what is saved", () => {
  const addressOf = (name: string, format: "pdf" | "docx" | "xlsx" = "pdf", isSaved = false) => {
    const kind = REPORT_KINDS.find((item) => item.kind === name);
    return kind && documentAddress(kind, CHOSEN, { format, isSaved });
  };

  expect([
    addressOf("marksheet-class", "xlsx"),
    addressOf("class-list", "docx", true),
    addressOf("marksheet-subject-choice-student"),
    addressOf("annual-return", "xlsx", true),
  ]).toEqual([
    "/api/mark-sheet?academic_term_id=202520263&form_class_id=Std+4&employee_id=7&test_id=3&assesment_id=2&format=spreadsheet",
    "/api/class-list/Std%204/7/202520263?format=docx&download=1",
    "/api/mark-sheet-subject-choice/Std%204/SR-1",
    "/api/asr?download=1",
  ]);
});
