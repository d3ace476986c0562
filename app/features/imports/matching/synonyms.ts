/**
 * Other headings for each field, besides its title. They come from schools in Trinidad and Tobago, the Ministry's
 * forms, and the exports of other school programs, which the comments name. Capitals, spaces and punctuation are
 * ignored. A heading that could mean several fields, such as Name, Contact or Mother, is left out on purpose: a person
 * decides.
 */
export const HEADING_SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  student_id: [
    "Student No",
    "Student Number",
    "Student #",
    "School ID",
    "Admission No",
    "Admission Number",
    "Registration No",
    "Reg No",
    "ID",
    "ID No",
    // RosarioSIS
    "RosarioSIS ID",
    // Gibbon, openSIS (their Student ID is already our title)
    "Alternate ID",
    // OpenEMIS
    "OpenEMIS ID",
    "OpenEMIS No",
  ],
  // The numbers of other programs are left out on purpose: they would match no employee here, and every row would be
  // refused.
  employee_id: ["Employee No", "Employee Number"],
  user_name: [
    "Login",
    "Login Name",
    "User ID",
    // RosarioSIS, Gibbon, openSIS
    "Username",
    // Gibbon's staff list
    "Staff User",
  ],
  first_name: [
    "First",
    "Firstname",
    "Forename",
    "Forenames",
    "Given",
    "Given Name",
    "Given Names",
    "Christian Name",
    "Fname",
    "Student First Name",
    "Pupil First Name",
    "Child's First Name",
    "First Names",
    // openSIS exports First; RosarioSIS, Gibbon and OpenEMIS export First Name
    "Legal First Name",
  ],
  last_name: [
    "Last",
    "Lastname",
    "Surname",
    "Family Name",
    "Lname",
    "Student Surname",
    "Student Last Name",
    "Pupil Surname",
    "Child's Surname",
    "Child's Last Name",
    // openSIS exports Last; Gibbon exports Surname
    "Legal Surname",
  ],
  other_name: [
    "Other Names",
    "Second Name",
    "Middle Initial",
    "Mname",
    // openSIS
    "Middle",
    // RosarioSIS, OpenEMIS
    "Middle Name",
    "Middle Names",
  ],
  date_of_birth: [
    "Birth Date",
    "Born",
    "Birthday",
    "Date Born",
    "B'date",
    // openSIS
    "DOB",
    // RosarioSIS
    "Birthdate",
  ],
  birth_certificate_pin: [
    "PIN",
    "PIN No",
    "PIN Number",
    "Birth PIN",
    "Birth Cert PIN",
    "Birth Certificate PIN No",
    "Birth Certificate No",
    "Birth Certificate Number",
    "Birth Cert No",
    "Birth Certificate",
    "Birth Cert",
    "BC PIN",
    "BC No",
    "Birth Paper No",
    "Electronic Birth Certificate PIN",
  ],
  gender: ["Sex", "M/F", "F/M", "Boy/Girl", "Gender Code", "Sex (M/F)"],
  house_id: ["House Name", "School House", "House Colour"],
  entry_date: [
    "Date of Entry",
    "Date Entered",
    "Admission Date",
    "Date of Admission",
    "Date Admitted",
    "Admitted",
    "Enrolment Date",
    "Date Enrolled",
    "Date of Enrolment",
    "Registration Date",
    "Date Registered",
    // RosarioSIS
    "Enrollment Start Date",
    // Gibbon, OpenEMIS
    "Start Date",
  ],
  serial_number: [
    "Serial No",
    "Serial",
    "Serial #",
    "Register No",
    "Register Number",
    "Admission Register No",
  ],
  form_class_id: [
    "Std",
    "Standard",
    "Form",
    "Form Class",
    "Class Name",
    "Current Class",
    "Class/Form",
    "Form/Class",
    "Class Group",
    "Std/Class",
    "Form Room",
    "Level and Class",
    // Gibbon
    "Form Group",
    "Roll Group",
    // RosarioSIS
    "Grade Level",
    // openSIS
    "Grade",
    "Section",
    // OpenEMIS
    "Institution Class",
    "Class Code",
    "Education Grade",
  ],
  address_home: [
    "Address",
    "Home Addr",
    "Street Address",
    "Residential Address",
    "Residence",
    "Address Line 1",
    "Postal Address",
    "Student Address",
    // RosarioSIS
    "Street",
    // Gibbon
    "Address 1",
    // openSIS, RosarioSIS
    "Mailing Address",
  ],
  town: [
    "Village",
    "Town/Village",
    "Area",
    "Community",
    // RosarioSIS, openSIS
    "City",
    // Gibbon
    "Address 1 (District)",
  ],
  country_of_birth: ["Birth Country", "Country Born In", "Born In"],
  nationality: [
    "Citizenship",
    "Nationality Name",
    // OpenEMIS
    "Nationalities",
    // Gibbon
    "Citizenship 1",
  ],
  phone_mobile: [
    "Mobile",
    "Mobile No",
    "Mobile Number",
    "Mobile Phone",
    "Cell",
    "Cell No",
    "Cell Phone",
    "Cellphone",
    "Cellular",
    "Student Phone",
    "Student Mobile",
    "Telephone",
    "Telephone No",
    "Tel",
    "Tel No",
    "Phone No",
    "Phone Number",
    // openSIS
    "Phone",
    // Gibbon
    "Phone 1",
  ],
  email: [
    "E-mail",
    "Email Address",
    "Student Email",
    "E-mail Address",
    // openSIS
    "Email ID",
  ],
  ethnic_group_id: [
    "Ethnic Origin",
    "Race",
    // RosarioSIS, Gibbon, openSIS
    "Ethnicity",
  ],
  religion_id: ["Religious Affiliation", "Denomination", "Faith", "Religious Denomination"],
  previous_school: [
    "Last School Attended",
    "Former School",
    "Primary School",
    "School Last Attended",
    "Prev School",
    "School From",
    // Gibbon
    "Last School",
  ],
  blood_group: ["Blood Type"],
  device_type: ["Device"],
  internet_access: ["Internet", "Has Internet"],
  school_feeding: ["School Meals", "Meals", "Lunch", "NSDSL", "School Nutrition"],
  sea_number: ["SEA No", "SEA Student Number", "SEA ID", "SEA Candidate Number"],
  sea_score: ["SEA Mark", "SEA Result", "SEA Composite Score"],
  sea_placement: ["SEA Choice", "Placement", "School Choice"],
  distance_km: ["Distance", "Distance from School", "Distance to School", "Distance (km)"],
  transport: ["Transport", "School Transport", "Transport Eligible", "Bus"],
  book_grant: ["Book Grant Eligible", "Textbook Grant"],
  kin_name: ["Name of Next of Kin", "Next of Kin Name"],
  kin_relation: ["Relation of Next of Kin", "Relationship to Next of Kin", "Next of Kin Relationship"],
  kin_phone: ["Phone of Next of Kin", "Next of Kin Contact", "Next of Kin Phone Number"],
  title: ["Salutation", "Mr/Mrs/Ms"],
  marital_status: ["Marital State"],
  teacher_number: ["Teacher No", "TR No", "Teacher Registration No", "Registration Number", "MOE No"],
  ihris_id: ["iHRIS", "iHRIS No", "iHRIS Number", "IHRIS Employee ID"],
  department: [
    "Dept",
    "Subject Department",
    // Gibbon's staff directory
    "Grouping",
  ],
  email_moe: ["MOE Email", "Ministry Email", "Work Email", "Email MOE", "Official Email"],
  assumption_date_school: [
    "Date Assumed Duty",
    "Assumption of Duty",
    "Date of Assumption",
    "Date Joined School",
    "Date Joined",
    // OpenEMIS, Gibbon
    "Start Date",
    // openSIS
    "Joining Date",
  ],
  entry_date_public_service: ["Public Service Entry Date", "Date Entered Public Service"],
  entry_date_teaching_service: [
    "First Appointment",
    "Date of First Appointment",
    "Teaching Service Entry Date",
    "Date Entered Teaching Service",
  ],
  substantive_post_id: [
    "Post",
    "Position",
    "Substantive Position",
    // Gibbon
    "Job Title",
    // OpenEMIS
    "Institution Position",
    "Position Title",
  ],
  assumption_date_substantive: ["Substantive Date"],
  acting_post_id: ["Acting Position", "Acting As"],
  assumption_date_acting: ["Acting Date", "Acting Since"],
};
