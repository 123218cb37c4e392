import { useMemo } from "react";
import { CodeBlock } from "./code/code-block.tsx";
import { htmlSegments } from "./code/html-segments.ts";
import styles from "./prose.module.css";

/** HTML sanitized by the server, styled for reading; its code blocks become the code element. */
export function Prose({ html }: { html: string }) {
  const segments = useMemo(() => htmlSegments(html), [html]);
  return (
    <div className={styles.prose} data-prose>
      {segments.map((segment) =>
        segment.kind === "html" ? (
          <div key={segment.at} className={styles.html} dangerouslySetInnerHTML={{ __html: segment.html }} />
        ) : (
          <CodeBlock
            key={segment.at}
            code={segment.code}
            autodetect={segment.language === null}
            {...(segment.language === null ? {} : { language: segment.language })}
          />
        ),
      )}
    </div>
  );
}
