/** Where the answers of a refused save belong: on a field of the form, or above it. */
export type PlacedErrors = {
  /** In the order of the form's fields. */
  fields: readonly { name: string; message: string }[];
  form: readonly string[];
};

function head(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Finds the field that a server means: `StartDate`, `startDate` and `categories.0.estimate` all count. */
function fieldOf(key: string, fieldNames: readonly string[]): string | undefined {
  const name = key.charAt(0).toLowerCase() + key.slice(1);
  return fieldNames.includes(head(name)) ? name.replaceAll(/\[(\d+)\]/g, ".$1") : undefined;
}

/**
 * Sorts the `errors` of an API answer (key → messages) onto the fields of a form; keys that the form does not have go
 * to the form as a whole.
 */
export function placeServerErrors(
  fieldNames: readonly string[],
  errors: Readonly<Record<string, readonly string[]>>,
): PlacedErrors {
  const fields: { name: string; message: string }[] = [];
  const form: string[] = [];
  for (const [key, messages] of Object.entries(errors)) {
    const name = fieldOf(key, fieldNames);
    if (name === undefined) form.push(...messages);
    else fields.push({ name, message: messages.join(" ") });
  }
  fields.sort((a, b) => fieldNames.indexOf(head(a.name)) - fieldNames.indexOf(head(b.name)));
  return { fields, form };
}
