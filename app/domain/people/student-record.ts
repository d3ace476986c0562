export const STUDENT_TABS = ["general", "personal", "medical", "family"] as const;
export type StudentTab = (typeof STUDENT_TABS)[number];

export const STUDENT_TAB_TITLES: Record<StudentTab, { title: string; short: string }> = {
  general: { title: "General Info", short: "General" },
  personal: { title: "Personal Info", short: "Personal" },
  medical: { title: "Medical Info", short: "Medical" },
  family: { title: "Family Info", short: "Family" },
};
