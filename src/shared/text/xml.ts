/** Returns a text as the content of an XML element, without characters that XML 1.0 doesn't allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Returns a text as the value of an XML attribute in double quotes, or the content of an element. */
export function escapeXmlValue(text: string): string {
  return escapeXml(text).replaceAll('"', "&quot;");
}
