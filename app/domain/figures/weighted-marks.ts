type MarkOutOf = { mark: number | null; max_mark: number } | null;

const WHOLE = 100;

/**
 * Calculates the mark and the maximum of a weighted percentage, as whole numbers. Returns null without one of the
 * marks.
 */
export function weighMarks(
  course: MarkOutOf,
  exam: MarkOutOf,
  weight: number,
): { mark: number | null; max_mark: number } {
  if (course?.mark == null || exam?.mark == null) return { mark: null, max_mark: 1 };
  const whole = (figure: number) => Math.round(100 * figure);
  const ofCourse = weight * whole(course.mark) * whole(exam.max_mark);
  const ofExam = (WHOLE - weight) * whole(exam.mark) * whole(course.max_mark);
  return {
    mark: ofCourse + ofExam,
    max_mark: WHOLE * whole(course.max_mark) * whole(exam.max_mark),
  };
}
