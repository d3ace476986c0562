import { createAuthorToken } from "#access/author.server.ts";
import type { School } from "#tests/fuzz/school.ts";
import { createTeacher, type Colleague } from "#tests/support/builders/people.ts";
import type { Attack, Target } from "./target.ts";

const EVERYTHING = [1, 2, 3, 4, 6, 7, 8, 9, 10];
const TEACHES = [1, 2, 3];

/** The senders of attacks: a person who may do everything, and a teacher without a class. */
export class Visitors {
  private readonly school: School;
  private office: Colleague;
  private stranger: Colleague;

  private constructor(school: School, office: Colleague, stranger: Colleague) {
    this.school = school;
    this.office = office;
    this.stranger = stranger;
  }

  static async of(school: School): Promise<Visitors> {
    return new Visitors(school, await someone(EVERYTHING), await someone(TEACHES));
  }

  /**
   * Creates the visitors again after one signed out, chose a password or was deleted, in a school in its original
   * state.
   */
  async comeAgain(): Promise<void> {
    await this.school.repair();
    this.office = await someone(EVERYTHING);
    this.stranger = await someone(TEACHES);
    await this.school.changes();
  }

  cookieOf({ who = "office" }: Attack): string {
    if (who === "office") return this.office.cookie;
    return who === "stranger" ? this.stranger.cookie : who.cookie(this.office.cookie);
  }

  /** Adapts a target to the forms that this visitor would be served. */
  servedTo({ who }: Attack, target: Target): Target {
    const author = createAuthorToken(who === "stranger" ? this.stranger : this.office);
    const fields = target.fields.map(([name, usual]) => [name, name === "author" ? author : usual] as const);
    return { ...target, fields };
  }
}

function someone(permissions: readonly number[]): Promise<Colleague> {
  return createTeacher({ permissions });
}
