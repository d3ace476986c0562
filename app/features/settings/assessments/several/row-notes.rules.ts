import { groupBy } from "#domain/late/sheet-lines.ts";
import { formatClassCount, formatCountOf } from "#domain/text/noun.ts";
import {
  subjectLineOutcome,
  type ClassSubjectLinePlan,
  type TestSettingChange,
  type SettingsTestColumn,
} from "./several.rules.ts";

/** A note on what saving would change in a subject. */
export type SubjectRowNote = { tone: "plain" | "moved" | "changed" | "refused"; words: string };

/** The number of classes whose reasons a row names. Further classes are only counted. */
const MOST_NAMED = 3;

/** Describes what saving would change in the classes of one subject. */
export function describeSubjectChanges(
  plans: readonly ClassSubjectLinePlan[],
  columns: readonly SettingsTestColumn[],
): SubjectRowNote[] {
  const changed = plans.filter((plan) => subjectLineOutcome(plan) === "changed");
  const notes = [
    ...describeRefused(plans.filter((plan) => subjectLineOutcome(plan) === "refused")),
    ...movedNotes(changed),
    ...describeMaxima(changed, columns),
    ...describeDates(changed, plans.length),
  ];
  if (notes.length > 0) return notes;
  const words = plans.every(({ line }) => line.byGrade) ? "By grade, without tests" : "No change";
  return [{ tone: "plain", words }];
}

function describeRefused(refused: readonly ClassSubjectLinePlan[]): SubjectRowNote[] {
  const byReason = groupBy(refused, ({ reasons }) => reasons.join("; "));
  const named = [...byReason].slice(0, MOST_NAMED);
  const others = [...byReason].slice(MOST_NAMED).flatMap(([, plans]) => plans).length;
  const notes = named.map(([reason, plans]) => `Not changed in ${namesOf(plans)}: ${reason}`);
  if (others > 0) notes.push(`Not changed in ${others} more ${others === 1 ? "class" : "classes"}`);
  return notes.map((words) => ({ tone: "refused", words }));
}

function namesOf(plans: readonly ClassSubjectLinePlan[]): string {
  if (plans.length > MOST_NAMED) return formatClassCount(plans.length);
  return plans.map(({ line }) => line.label).join(", ");
}

/** Names the copied dates whose week or weekday had to change. */
function movedNotes(changed: readonly ClassSubjectLinePlan[]): SubjectRowNote[] {
  const notes = changed.flatMap(({ line, changes }) =>
    changes.flatMap(({ key, part, to }) => {
      const copy = part === "date" ? line.copied[key]?.date : null;
      return copy?.note && copy.day === to ? [copy.note] : [];
    }),
  );
  return [...new Set(notes)].map((words) => ({ tone: "moved", words }));
}

function describeMaxima(
  changed: readonly ClassSubjectLinePlan[],
  columns: readonly SettingsTestColumn[],
): SubjectRowNote[] {
  const changes = changed.flatMap((plan) => plan.changes.filter(({ part }) => part === "max"));
  const byTest = groupBy(changes, ({ key }) => key);
  return [...byTest].flatMap(([key, ofTest]) =>
    [...groupBy(ofTest, ({ to }) => String(to))].map(([, same]): SubjectRowNote => {
      const title = byTest.size > 1 ? `${columns.find((column) => column.key === key)?.title}: max` : "Max";
      return {
        tone: "changed",
        words: `${title} mark ${describeMaximum(same)} in ${formatClassCount(same.length)}`,
      };
    }),
  );
}

function describeMaximum(changes: readonly TestSettingChange[]): string {
  const to = changes[0]?.to ?? null;
  const before = [...new Set(changes.flatMap(({ from }) => (from === null ? [] : [String(from)])))];
  if (to === null) return "removed";
  return before.length === 0 ? String(to) : `from ${before.join(" or ")} to ${to}`;
}

function describeDates(changed: readonly ClassSubjectLinePlan[], classes: number): SubjectRowNote[] {
  const dated = changed.filter(({ changes }) => changes.some(({ part }) => part === "date"));
  if (dated.length === 0) return [];
  const changes = dated.flatMap((plan) => plan.changes.filter(({ part }) => part === "date"));
  const isSingle = new Set(changes.map(({ key }) => key)).size === 1;
  const isRemoval = changes.every(({ to }) => to === null);
  const words = isRemoval ? `Date${isSingle ? "" : "s"} removed` : `New date${isSingle ? "" : "s"}`;
  const where = dated.length < classes ? ` in ${dated.length} of ${formatClassCount(classes)}` : "";
  return [{ tone: "plain", words: words + where }];
}

export type ChangeCount = { count: number; about: string };
export type ChangeCounts = {
  all: ChangeCount;
  changed: ChangeCount;
  unchanged: ChangeCount;
  refused: ChangeCount;
};

/** Counts the lines by what saving would do with them. The last three numbers add up to the first. */
export function countChangedLines(plans: readonly ClassSubjectLinePlan[]): ChangeCounts {
  const by = (outcome: string) => plans.filter((plan) => subjectLineOutcome(plan) === outcome);
  const [changed, unchanged, refused] = [by("changed"), by("unchanged"), by("refused")];
  const distinct = (key: (plan: ClassSubjectLinePlan) => number) => new Set(plans.map(key)).size;
  const subjects = distinct(({ line }) => line.subjectId);
  const classes = distinct(({ line }) => line.classId);
  return {
    all: {
      count: plans.length,
      about: `${formatCountOf(subjects, "subject")} in ${formatClassCount(classes)}`,
    },
    changed: { count: changed.length, about: aboutChanged(changed) },
    unchanged: { count: unchanged.length, about: aboutUnchanged(unchanged) },
    refused: { count: refused.length, about: aboutRefused(refused) },
  };
}

function aboutChanged(changed: readonly ClassSubjectLinePlan[]): string {
  const withPart = (wanted: string) =>
    changed.filter(({ changes }) => changes.some(({ part }) => part === wanted)).length;
  const [dates, maxima] = [withPart("date"), withPart("max")];
  if (dates === 0) return maxima === 0 ? "nothing typed yet" : "new max marks";
  return maxima === 0 ? "new dates" : `new dates, ${maxima.toLocaleString("en")} with a new max mark`;
}

function aboutUnchanged(unchanged: readonly ClassSubjectLinePlan[]): string {
  const graded = unchanged.filter(({ line }) => line.byGrade).length;
  return graded === 0 ? "stay as they are" : `stay as they are, ${graded.toLocaleString("en")} by grade`;
}

function aboutRefused([first, ...others]: readonly ClassSubjectLinePlan[]): string {
  if (!first) return "none";
  const name = `${first.line.name}, ${first.line.label}`;
  return others.length === 0 ? name : `${name} and ${others.length.toLocaleString("en")} more`;
}
