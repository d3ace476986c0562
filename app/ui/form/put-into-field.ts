/** Puts a picture into a file field as if a person had chosen the file. Null empties the field. */
export function putPictureIntoField(
  field: HTMLInputElement | null,
  picture: Blob | null,
  name: string,
): void {
  if (!field) return;
  const files = new DataTransfer();
  if (picture) files.items.add(new File([picture], name, { type: picture.type }));
  field.files = files.files;
}
