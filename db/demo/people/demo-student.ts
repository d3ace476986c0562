import type { Enrolment } from "./enrolments.ts";
import type { Named } from "./naming.ts";

/** A child of the demo school as all its tables are drawn from. */
export type DemoStudent = Named &
  Enrolment & {
    id: number;
    student_id: string;
    date_of_birth: string;
    birth_certificate_pin: string;
    house_id: number;
    entry_date: string;
    /** What share of a paper the student usually earns. */
    ability: number;
    /** 0 to 1: how seldom away, late or without the work. */
    diligence: number;
  };
