/** Errors of a rejected save, on a field of the form or above it. */
export type PlacedErrors = {
  /** In the order of the form's fields. */
  fields: readonly { name: string; message: string }[];
  form: readonly string[];
};

function head(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Finds the field for a server's key: `StartDate`, `startDate`, and `categories.0.estimate` all match. */
function fieldOf(key: string, fieldNames: readonly string[]): string | undefined {
  const name = key.charAt(0).toLowerCase() + key.slice(1);
  return fieldNames.includes(head(name)) ? name.replaceAll(/\[(\d+)\]/g, ".$1") : undefined;
}

/**
 * Assigns an API answer's `errors` (messages by key) to a form's fields; unknown keys go to the form as a whole.
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
