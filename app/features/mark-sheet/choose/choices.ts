/** What the screens before a sheet offer: a teacher, a lesson, a test (T2). */
export type TeacherChoice = { url: string; name: string; lessons: number };
export type LessonChoice = { url: string; subject: string; classLabel: string };
export type TestChoice = {
  url: string;
  title: string;
  testDate: string | null;
  entered: number;
  total: number;
};
