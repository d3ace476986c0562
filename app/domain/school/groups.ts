/** The groups that a student record offers in every school. */
export const ETHNIC_GROUPS = [
  "African",
  "East Indian",
  "Mixed",
  "Chinese",
  "Syrian or Lebanese",
  "Caucasian",
  "Other",
];

export const RELIGIONS = [
  "Anglican",
  "Hinduism",
  "Islam",
  "Jehovah's Witness",
  "Methodist",
  "Moravian",
  "None",
  "Pentecostal",
  "Presbyterian",
  "Roman Catholic",
  "Seventh-day Adventist",
  "Spiritual Baptist",
];
