import { expect, test } from "vitest";
import { LabelledCellRow } from "#ui/page/cell-strip.tsx";
import { LinkPicker } from "#ui/form/picker.tsx";
import { StudentPicture } from "#ui/page/student-picture.tsx";
import { Tabs } from "#ui/page/tabs.tsx";
import { renderPage } from "../render.tsx";

const TEACHERS = [
  { to: "/app/mark-sheet?teacher=4", title: "Pierre, Renée", detail: "6 lessons" },
  { to: "/app/mark-sheet?teacher=7", title: "Ramkissoon, Devika", detail: "4 lessons" },
];

test("without script a picker is a search form and a list of links", async () => {
  const picker = (
    <LinkPicker
      empty="Nobody teaches yet."
      keep={{ term: "3" }}
      label="Search teachers"
      picks={TEACHERS}
      query=""
    />
  );

  const html = await renderPage(picker);

  expect(html).toMatch(/<form [^>]*method="get" role="search">/);
  expect(html).toContain('<input name="term" type="hidden" value="3"/>');
  expect(html).toContain('href="/app/mark-sheet?teacher=4"');
  expect(html).toContain('href="/app/mark-sheet?teacher=7"');
  expect(html).toContain("2 of 2");
});

test("a picker asked by its URL shows what was searched for", async () => {
  const picker = <LinkPicker empty="Nobody" label="Search teachers" picks={TEACHERS} query="renee" />;

  const html = await renderPage(picker);

  expect(html).toContain('value="renee"');
  expect(html).toContain("teacher=4");
  expect(html).not.toContain("teacher=7");
});

test("a picker that finds nothing says how to look, and leads back to all of it", async () => {
  const picker = (
    <LinkPicker empty="Nobody" keep={{ term: "3" }} label="Search teachers" picks={TEACHERS} query="zz" />
  );

  const html = await renderPage(picker);

  expect(html).toContain("0 of 2");
  expect(html).toContain("No match for “zz”");
  expect(html).toMatch(/<a [^>]*href="\/\?term=3"[^>]*>Show all</);
});

test("a page of a longer list is left as the server found it, with the way to the others", async () => {
  const paging = {
    page: 1,
    pageSize: 2,
    total: 5,
    pageTo: (page: number) => `/?page=${page}`,
    of: "teachers",
  };
  const picker = (
    <LinkPicker empty="" label="Search" paging={paging} picks={TEACHERS} query="of another page" />
  );

  const html = await renderPage(picker);

  expect(html).toContain("Pierre, Renée");
  expect(html).toContain("1 to 2 of 5 teachers");
  expect(html).toContain('href="/?page=2"');
});

test("a picker with nothing to pick says so instead", async () => {
  const html = await renderPage(
    <LinkPicker empty="Nobody teaches yet." label="Search teachers" picks={[]} query="" />,
  );

  expect(html).toBe("Nobody teaches yet.");
});

test("the current tab is marked and a closed one is no link", async () => {
  const tabs = [
    { to: "/student/1", title: "General Info", current: true },
    { to: "/student/1/medical", title: "Medical Info", closed: true },
  ];

  const html = await renderPage(<Tabs label="Student record" tabs={tabs} />);

  expect(html).toMatch(/<a aria-current="page"[^>]*>General Info<\/a>/);
  expect(html).not.toContain('href="/student/1/medical"');
  expect(html).toMatch(/<span aria-disabled="true"[^>]*>Medical Info<\/span>/);
});

test("a strip of cells is a list of terms and values", async () => {
  const html = await renderPage(
    <LabelledCellRow
      cells={[
        { label: "Test", value: "End of Term" },
        { label: "Total Students", value: 35, end: true },
      ]}
    />,
  );

  expect(html).toMatch(/<dt[^>]*>Total Students<\/dt><dd[^>]*>35<\/dd>/);
});

test.each([
  ["Élie, Jonas", "É"],
  [" de Freitas, Isabella", "D"],
])("a student without a picture, %s, has the initial %s", async (name, initial) => {
  const html = await renderPage(<StudentPicture name={name} studentId={20431} />);

  expect(html).toContain(`>${initial}</span>`);
});

test("a picture in the file of a class is shown from its place in it, over the initial", async () => {
  const html = await renderPage(
    <StudentPicture name="Ali, Rayhaan" src="/img/classes/1/2/x#2/5" studentId={20431} />,
  );

  expect(html).toContain('style="--file:url(/img/classes/1/2/x);--at:50%;--count:500%"');
  expect(html).toContain(">A</span>");
});

test("a student's ground stays the same wherever the picture is shown", async () => {
  const small = await renderPage(<StudentPicture name="Ali, Rayhaan" studentId={20431} />);
  const large = await renderPage(<StudentPicture name="Ali, Rayhaan" size={32} studentId={20431} />);

  const ground = /bg-\w+-pale/;
  expect(ground.exec(small)?.[0]).toBe(ground.exec(large)?.[0]);
});
