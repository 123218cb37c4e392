import { useState } from "react";
import { CodeBlock } from "../code/code-block.tsx";
import { CodeFile } from "../code/code-file.tsx";
import { codeLines } from "../code/code-lines.ts";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery.module.css";

const typescriptSample = `import { parseMoney } from "./money.ts";

/** Adds amounts in cents; "1,234.5" is 123450. */
export function total(amounts: readonly string[]): number {
  // Cents are integers, so nothing is lost on the way.
  return amounts.map(parseMoney).reduce((sum, cents) => sum + cents, 0);
}

const label = \`Total: \${total(["12.50", "1,000"])}\`;
`;

const csharpSample = `public sealed record Account(string Name, decimal Balance)
{
    public bool IsOverdrawn => Balance < 0m;
}`;

const vbSample = `Public Function Total(amounts As IEnumerable(Of Decimal)) As Decimal
    ' An empty list adds up to zero.
    Return amounts.Sum()
End Function`;

const diffSample = `@@ -1,3 +1,3 @@
-  const rate = 0.05;
+  const rate = settings.rate;
   return amount * rate;`;

const markupSample = `<a class="link" href="/about">About &amp; contact</a>
<script>alert("only text here")</script>`;

const detectedSample = `{ "account": "Checking", "balances": [1250.5, 1, 0], "isOpen": true, "tags": ["household", "joint"], "openedOn": "2019-04-01" }`;

/** Code blocks: languages, detection, illegal syntax, unknown names, long lines. */
export function CodeGallery() {
  return (
    <GallerySection
      title="Code"
      note="Plain and escaped at first, then highlighted when the page is idle, without a layout shift."
    >
      <div className={styles.stack}>
        <CodeBlock code={typescriptSample} language="typescript" fileName="src/total.ts" showLineNumbers />
        <CodeBlock code={csharpSample} language="C#" />
        <CodeBlock code={vbSample} language="VB.NET" showLineNumbers />
        <CodeBlock code={diffSample} language="diff" fileName="rate.diff" />
        <CodeBlock code={markupSample} language="markup" />
        <CodeBlock code={detectedSample} autodetect />
        <CodeBlock code="npm start" />
        <CodeBlock
          code={"class Broken { </ }"}
          language="java"
          ignoreIllegals={false}
          fileName="illegal-stays-plain.java"
        />
        <FileSample />
      </div>
    </GallerySection>
  );
}

const fileLines = codeLines(
  Array.from({ length: 60 }, (_, index) => typescriptSample.replaceAll("total", `total${index}`)).join("\n"),
);
const fileMatches = fileLines.flatMap((line, index) => {
  const start = line.indexOf("parseMoney");
  return start < 0 ? [] : [{ line: index + 1, start, end: start + "parseMoney".length }];
});

/** A long file with line links, marks, and a selected line. */
function FileSample() {
  const [selected, setSelected] = useState({ first: 12, last: 14 });
  return (
    <CodeFile
      className={styles.file}
      lines={fileLines}
      label="src/long.ts"
      language="typescript"
      matches={fileMatches}
      currentMatch={null}
      selected={selected}
      hrefForLine={(number) => `?line=${number}`}
      onSelectLine={(line) => setSelected({ first: line, last: line })}
    />
  );
}
