/** Makes a picture the file of a file field, as if it had been chosen there; null takes out what is in it. */
export function putIntoField(field: HTMLInputElement | null, picture: Blob | null, name: string): void {
  if (!field) return;
  const files = new DataTransfer();
  if (picture) files.items.add(new File([picture], name, { type: picture.type }));
  field.files = files.files;
}
