/** Copies a text; returns `false` if the browser refuses. Works without a secure context and inside dialogs. Browser only. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selecting the text in an off-screen field, for plain http addresses. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  // Nothing outside an open modal dialog can take the focus.
  const host = before?.closest("dialog, [role=dialog]") ?? document.body;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "visually-hidden";
  host.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
