import { expect, test } from "vitest";
import { samples } from "./samples/report-card.ts";
import { renderedSample } from "./samples.ts";
import { partsOf } from "./zip-reader.ts";

test("it has the words of the printed card", async () => {
  const text = textOf(await partsIn("primary"));

  for (const words of [
    "Poui Hill Government Primary School",
    "Anaya Celestine Ramdeen-Joseph",
    "Average of 8 end of term marks",
    "85.0%",
    "She was a joy to teach.",
    "Winston Lezama",
    "Signed 1 Jul 2026",
    "Promoted to Standard 5",
  ]) {
    expect(text).toContain(words);
  }
});

test.each(Object.keys(samples))("%s: nothing that people wrote is left out", async (name) => {
  const text = textOf(await partsIn(name));

  for (const { student, teacherComment, principalComment, marks } of samples[name]?.cards ?? []) {
    const subjects = marks.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject));
    const written = [student.name, teacherComment.text, principalComment.text, ...subjects];
    for (const words of written)
      expect(text).toContain(words.normalize("NFC").replaceAll("\u202f", "\u00a0"));
  }
});

test.each([
  ["primary", "Attendance.*Behaviour"],
  ["everything, primary", "Behaviour.*Attendance"],
  ["secondary", "Attendance.*Behaviour"],
  ["everything, behaviour first", "Behaviour.*Attendance"],
])("%s: the tables under the marks are in the order of the card: %s", async (name, order) => {
  expect(textOf(await partsIn(name))).toMatch(new RegExp(order, "s"));
});

test.each(["everything, primary", "everything, secondary"])(
  "%s: the slip is one piece, which Word keeps with the decision above it",
  async (name) => {
    const document = (await partsIn(name)).get("word/document.xml") ?? "";
    const words = samples[name]?.cards[0]?.closing.decision ?? "";

    const end = document.slice(document.lastIndexOf("<w:tbl>", document.indexOf(words)));
    const paragraphs = end.slice(0, end.indexOf("Date</w:t>")).match(/<w:p>.*?<\/w:p>/gs) ?? [];

    expect(end).toContain("Parent’s slip");
    expect(paragraphs.length).toBeGreaterThan(8);
    expect(paragraphs.filter((paragraph) => !paragraph.includes("<w:pPr><w:keepNext/>"))).toEqual([]);
  },
);

test("each card is a section that numbers its own pages and names its student", async () => {
  const parts = await partsIn("class");

  const document = parts.get("word/document.xml") ?? "";
  const feet = [...parts.keys()].filter((name) => /^word\/footer\d+\.xml$/.test(name));

  expect(document.match(/<w:sectPr/g)).toHaveLength(8);
  expect(document.match(/<w:pgNumType w:start="1"/g)).toHaveLength(8);
  expect(feet).toHaveLength(8);
  expect(parts.get("word/footer1.xml")).toContain("SECTIONPAGES");
  expect(parts.get("word/footer1.xml")).toContain("Kiara Alleyne");
});

test("a file of one section counts its pages in a way that LibreOffice knows too", async () => {
  const foot = (await partsIn("primary")).get("word/footer1.xml") ?? "";

  expect(foot).toContain("NUMPAGES");
  expect(foot).not.toContain("SECTIONPAGES");
});

test("a picture is kept once and told in words wherever it stands, under a number of its own", async () => {
  const parts = await partsIn("class");

  const document = parts.get("word/document.xml") ?? "";
  const ids = [...document.matchAll(/<wp:docPr id="(\d+)"/g)].map(([, id]) => id);
  const media = [...parts.keys()].filter((name) => /^word\/media\/./.test(name));

  expect(document).toContain('descr="Kiara Alleyne, a photograph"');
  expect(document).toContain('descr="The crest of Poui Hill Government Primary School"');
  expect(document).toContain('descr="The signature of Winston Lezama"');
  expect(media).toHaveLength(3);
  expect(new Set(ids).size).toBe(3 * 8);
});

test("the file says what it is, whose, in which language and when it was made", async () => {
  const parts = await partsIn("primary");

  const core = parts.get("docProps/core.xml") ?? "";

  expect(core).toContain("<dc:title>Report cards, Standard 4, Term 3, 2025–2026</dc:title>");
  expect(core).toContain("<dc:creator>Poui Hill Government Primary School</dc:creator>");
  expect(core).toContain("<dc:language>en-TT</dc:language>");
  expect(core).toContain("2026-07-02T14:05:00Z");
  expect(parts.get("word/styles.xml")).toContain('<w:lang w:val="en-TT"/>');
});

test("names are in Word's list of headings, and head rows are told as such", async () => {
  const document = (await partsIn("awkward names")).get("word/document.xml") ?? "";

  expect(document.match(/<w:outlineLvl w:val="0"\/>/g)).toHaveLength(16);
  expect(document).toContain("<w:tblHeader/>");
});

test.each(Object.keys(samples))(
  "%s: Word is told of lines in words that it knows, and finds a paragraph at each cell's end",
  async (name) => {
    const document = (await partsIn(name)).get("word/document.xml") ?? "";

    const rules = [...document.matchAll(/w:lineRule="(\w+)"/g)].map(([, rule]) => rule);

    expect(rules.length).toBeGreaterThan(0);
    expect(new Set(rules)).toEqual(new Set(["exact"]));
    expect(document).not.toContain("</w:tbl></w:tc>");
  },
);

async function partsIn(name: string): Promise<Map<string, string>> {
  return partsOf((await renderedSample("report-card", name, "docx")).bytes);
}

/** Returns the text paragraph by paragraph. */
function textOf(parts: Map<string, string>): string {
  const document = parts.get("word/document.xml") ?? "";
  return document
    .replaceAll("</w:p>", "\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&apos;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
