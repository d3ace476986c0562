import { STUDENT_REGISTERED } from "#domain/people/students.ts";
import { queryRows, runQuery, type ReadTransaction, type Transaction } from "../../index.ts";
import type { SchoolClass } from "../../models/classes.ts";
import type { Student } from "../../models/people.ts";
import type { PictureUploadFile } from "../../models/uploads/picture-uploads.ts";
import type { NullableColumns } from "../../models/rows.ts";
import { registerOrderSql } from "../parts.ts";
import { CURRENT_REGISTRATIONS_SQL } from "../people/student-search.ts";

/** A student to whom an uploaded picture can be assigned: anybody who has not left, with or without a picture. */
export type StudentForPicture = Pick<
  Student,
  "id" | "student_id" | "birth_certificate_pin" | "first_name" | "last_name" | "picture"
> &
  NullableColumns<Pick<SchoolClass, "label">>;

export function listStudentsForPictures(t: ReadTransaction): Promise<StudentForPicture[]> {
  return queryRows<StudentForPicture>(
    `select s.id, s.student_id, s.birth_certificate_pin, s.first_name, s.last_name, s.picture, c.label
       from students s
       left join ${CURRENT_REGISTRATIONS_SQL} and r.student_key = s.id
       left join classes c using (class_id)
       left join form_classes f using (form_class_id)
      where s.student_status_id <= ${STUDENT_REGISTERED}
      order by f.position nulls last, c.label collate names, ${registerOrderSql("s", "s.id")}`,
    {},
    t,
  );
}

export type UploadedFileRow = PictureUploadFile;

export function listUploadedFiles(
  params: { uploadId: string },
  t: ReadTransaction,
): Promise<UploadedFileRow[]> {
  return queryRows<UploadedFileRow>(
    `select f.picture_upload_file_id, f.upload_id, f.name, f.bytes, f.picture, f.fault, f.student_key, f.is_chosen,
            f.is_left_out, f.saved_at, f.replaced
       from picture_upload_files f
      where f.upload_id = $uploadId
      order by f.name collate names, f.picture_upload_file_id`,
    params,
    t,
  );
}

/** Identifies an uploaded file by its name and size. */
export type UploadedFileId = Pick<PictureUploadFile, "name" | "bytes">;
export type CheckedPictureFile = UploadedFileId &
  Pick<PictureUploadFile, "picture" | "fault" | "student_key">;

/** Adds files to an upload. Files that the upload already has are not changed. */
export function createUploadedFiles(
  { uploadId, files }: { uploadId: string; files: readonly CheckedPictureFile[] },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `insert into picture_upload_files (upload_id, name, bytes, picture, fault, student_key)
     select $uploadId, n.name, n.bytes, n.picture, n.fault, n.student_key
       from unnest($names::text[], $sizes::integer[], $pictures::text[], $faults::text[], $studentKeys::integer[])
              n (name, bytes, picture, fault, student_key)
         on conflict (upload_id, name, bytes) do nothing`,
    {
      uploadId,
      names: files.map(({ name }) => name),
      sizes: files.map(({ bytes }) => bytes),
      pictures: files.map(({ picture }) => picture),
      faults: files.map(({ fault }) => fault),
      studentKeys: files.map(({ student_key }) => student_key),
    },
    t,
  );
}

type Chosen = { uploadId: string; fileId: number; studentKey: number | null; isLeftOut: boolean };

/** Assigns an unsaved file to a student, or to nobody. Call `lockOrCreatePictureUpload` first. */
export function assignFileToStudent(params: Chosen, t: Transaction): Promise<void> {
  return runQuery(
    `update picture_upload_files
        set student_key = $studentKey, is_chosen = $studentKey::integer is not null, is_left_out = $isLeftOut
      where upload_id = $uploadId and picture_upload_file_id = $fileId and saved_at is null and fault = ''`,
    params,
    t,
  );
}

/** Excludes the other unsaved files of the student to whom this file is assigned. Call `lockOrCreatePictureUpload` first. */
export function leaveOutOtherFilesOfStudent(
  params: { uploadId: string; fileId: number },
  t: Transaction,
): Promise<void> {
  return runQuery(
    `update picture_upload_files f
        set is_left_out = true
       from picture_upload_files k
      where f.upload_id = $uploadId and k.upload_id = f.upload_id and k.picture_upload_file_id = $fileId
        and f.student_key = k.student_key and f.picture_upload_file_id <> k.picture_upload_file_id
        and f.saved_at is null`,
    params,
    t,
  );
}

/** SQL condition: the unsaved file `f` is the only picture in this upload of a current student. */
const IS_READY = `f.saved_at is null and f.picture is not null and not f.is_left_out
        and s.student_status_id <= ${STUDENT_REGISTERED}
        and not exists (
              select 1
                from picture_upload_files o
               where o.upload_id = f.upload_id and o.student_key = f.student_key and o.saved_at is null
                 and o.picture is not null and not o.is_left_out
                 and o.picture_upload_file_id <> f.picture_upload_file_id)`;

/** Gives each student the picture that is ready. Returns the saved files. Call `lockOrCreatePictureUpload` first. */
export async function saveReadyPictures(params: { uploadId: string }, t: Transaction): Promise<number[]> {
  const saved = await queryRows<Pick<PictureUploadFile, "picture_upload_file_id">>(
    `with ready as (
       select f.picture_upload_file_id, f.picture, f.student_key, s.picture as replaced
         from picture_upload_files f
         join students s on s.id = f.student_key
        where f.upload_id = $uploadId and ${IS_READY}
        order by s.id
          for no key update of s
     ), given as (
       update students s set picture = r.picture from ready r where s.id = r.student_key
     )
     update picture_upload_files f
        set saved_at = now(), replaced = r.replaced
       from ready r
      where f.picture_upload_file_id = r.picture_upload_file_id
      returning f.picture_upload_file_id`,
    params,
    t,
  );
  return saved.map(({ picture_upload_file_id }) => picture_upload_file_id);
}

/**
 * Restores previous pictures, unless somebody changed them since. Returns their number. Call `lockOrCreatePictureUpload`
 * first.
 */
export async function restorePreviousPictures(
  params: { uploadId: string; fileId: number | null },
  t: Transaction,
): Promise<number> {
  const back = await queryRows(
    `with back as (
       select f.picture_upload_file_id, f.student_key, f.replaced
         from picture_upload_files f
         join students s on s.id = f.student_key and s.picture = f.picture
        where f.upload_id = $uploadId and f.saved_at is not null
          and ($fileId::integer is null or f.picture_upload_file_id = $fileId)
        order by s.id
          for no key update of s
     ), given as (
       update students s set picture = b.replaced from back b where s.id = b.student_key
     )
     update picture_upload_files f
        set saved_at = null, replaced = null
       from back b
      where f.picture_upload_file_id = b.picture_upload_file_id
      returning f.picture_upload_file_id`,
    params,
    t,
  );
  return back.length;
}

export async function isUploadedPicture(picture: string, t: ReadTransaction): Promise<boolean> {
  const found = await queryRows(
    `select f.picture_upload_file_id
       from picture_upload_files f
      where f.picture = $picture
      order by f.picture_upload_file_id
      limit 1`,
    { picture },
    t,
  );
  return found.length > 0;
}
