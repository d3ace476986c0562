import { fileURLToPath } from "node:url";
import type { PrintTime, School } from "#templates/parts/school.ts";

/** An invented school. All names and figures in the samples are invented. */
export const sampleSchool: School = {
  name: "Poui Hill Government Primary School",
  motto: "Patient hands, bright minds",
  address: "14 Cocoa Panyol Road, Poui Hill, Trinidad  ·  868 555 0142",
  logo: fileURLToPath(new URL("crest.jpg", import.meta.url)),
};

export const samplePrintTime: PrintTime = { at: "2026-07-02T14:05:00Z", on: "2 Jul 2026" };
