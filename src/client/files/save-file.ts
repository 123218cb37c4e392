/** Passes a file to the browser's downloads. */
export function saveFile({ blob, name }: { blob: Blob; name: string }): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read the file after this task, and some of them ask the person for its place first.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
