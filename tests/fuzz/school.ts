import { permissionIdsFor, type Access } from "#access/permissions.ts";
import { API_ENDPOINTS } from "#api/index.ts";
import type { Endpoint } from "#api/dispatch/endpoint.ts";
import { closeConnections } from "#db/index.ts";
import type { Client } from "pg";
import { openConnection } from "#tests/support/postgres/answer-of.ts";
import { createDatabase, databaseUrlOf, dropDatabase } from "#tests/support/postgres/postgres-server.ts";
import { markRegister } from "#tests/support/builders/attendance.ts";
import {
  createClerk,
  createFormTeacher,
  createTeacher,
  type Colleague,
} from "#tests/support/builders/people.ts";
import { completeReport, createReportScenario } from "#tests/support/builders/report-scenario.ts";
import {
  addCoTeacher,
  assignDean,
  createAssessment,
  createClass,
  createLesson,
  createNextYear,
  createSchool,
  NEXT_YEAR_ID,
} from "#tests/support/builders/school.ts";
import { chooseLesson, createMark, createStudents } from "#tests/support/builders/students.ts";
import { collectChanges, watchChanges } from "./changes.ts";
import { knownValues, type Known } from "./known-values.ts";

const EVERYTHING = [1, 2, 3, 4, 6, 7, 8, 9, 10];
/** A school with this many deletions has little left to break. */
const WORN_OUT = 25;

type Place = { serverUrl: string; name: string; template: string };

/** A small school in which each call finds something, restored when much of it has changed. */
export class School {
  readonly known: Known;
  private readonly place: Place;
  private client: Client;
  private changed = 0;

  private constructor(known: Known, place: Place, client: Client) {
    this.known = known;
    this.place = place;
    this.client = client;
  }

  /** Opens the school in the database of the test file, which is empty. */
  static async open(serverUrl: string, databaseUrl: string): Promise<School> {
    const name = new URL(databaseUrl).pathname.slice(1);
    await build();
    const office = await createTeacher({ permissions: EVERYTHING });
    const known = await knownValues(API_ENDPOINTS, office);
    const place = { serverUrl, name, template: `${name}_school` };
    const client = await openConnection(databaseUrl);
    await watchChanges(client);
    await Promise.all([closeConnections(), client.end()]);
    await createDatabase(serverUrl, place.template, name);
    return new School(known, place, await openConnection(databaseUrl));
  }

  /**
   * Returns two visitors: one who may do everything, and one with a class and only the permission that the call
   * needs.
   */
  async visitorsTo({ access }: Endpoint): Promise<[Colleague, Colleague]> {
    await this.repair();
    const permissions = permissionsFor(access);
    const passwordReset = access === "reset-password";
    const everything = await createTeacher({ permissions: EVERYTHING, passwordReset });
    const least = await createTeacher({ permissions, passwordReset });
    const [classId] = this.known.of("class_id");
    await addCoTeacher({ classId: Number(classId) }, least);
    await collectChanges(this.client);
    return [everything, least];
  }

  get isWornOut(): boolean {
    return this.changed >= WORN_OUT;
  }

  /** Restores the school if much has changed. Visitors must then be created again. */
  async repair(): Promise<void> {
    if (this.isWornOut) await this.putBack();
  }

  async changes(): Promise<string[]> {
    const changes = await collectChanges(this.client);
    if (changes.length > 0) this.changed += 1;
    return changes;
  }

  async close(): Promise<void> {
    await this.client.end();
    await dropDatabase(this.place.serverUrl, this.place.template);
  }

  private async putBack(): Promise<void> {
    const { serverUrl, name, template } = this.place;
    await Promise.all([closeConnections(), this.client.end()]);
    await dropDatabase(serverUrl, name);
    await createDatabase(serverUrl, name, template);
    this.client = await openConnection(databaseUrlOf(serverUrl, name));
    this.changed = 0;
  }
}

function permissionsFor(access: Access): readonly number[] {
  if (access === "anyone" || access === "visitor") return [];
  return permissionIdsFor(access)?.slice(0, 1) ?? [];
}

async function build(): Promise<void> {
  await createSchool();
  await createNextYear();
  const report = await createReportScenario({ formClassId: "Std 1", students: 4 });
  await completeReport(report);
  const { teacher, schoolClass, lesson, students } = report;
  await createAssessment(lesson, { maxMark: 40 });
  const choice = await createLesson(teacher, schoolClass, { subject: "Spanish", byChoice: true });
  await chooseLesson(choice, students.slice(0, 2));
  for (const student of students.slice(1, 3)) await createMark(student, choice, { mark: 21, testId: 2 });
  const days = { day: "2026-06-01", by: teacher };
  await markRegister(
    schoolClass,
    students.slice(0, 1).map((student) => [student, "A"] as const),
    days,
  );
  const formTeacher = await createFormTeacher();
  const infants = await createClass({ formClassId: "1st Year", assessmentType: "Grade", formTeacher });
  await createStudents(infants, 2);
  await createLesson(formTeacher, infants, { subject: "Reading" });
  await createClass({ formClassId: "Std 2", yearId: NEXT_YEAR_ID, formTeacher });
  await assignDean({ formClassId: "Std 1" }, await createClerk());
}
