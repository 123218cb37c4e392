/** E-mail address or name; a long address breaks before its "@". */
export function AddressText({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  if (at < 1) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
