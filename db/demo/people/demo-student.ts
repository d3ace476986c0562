import type { Enrolment } from "./enrolments.ts";
import type { Named } from "./naming.ts";

/** A student of the demo school, from whom all tables are made. */
export type DemoStudent = Named &
  Enrolment & {
    id: number;
    student_id: string;
    date_of_birth: string;
    birth_certificate_pin: string;
    house_id: number;
    entry_date: string;
    /** The share of a paper that the student usually earns. */
    ability: number;
    /** A share from 0 to 1: the higher, the more rarely the student is absent, late or without the work. */
    diligence: number;
  };
