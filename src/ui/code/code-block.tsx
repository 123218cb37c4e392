import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button.tsx";
import { classNames } from "../class-names.ts";
import { useHighlightedCode } from "./use-highlighted-code.ts";

type CodeBlockProps = {
  code: string;
  /** Name as people write it: "C#", "ts", "vb.net". An unknown one means plain text and one console warning. */
  language?: string | undefined;
  /** Name to show for the language if its own isn't meant for people. */
  languageLabel?: string;
  /** Detects the language if none is named. */
  autodetect?: boolean;
  /** Highlights code despite illegal syntax. True by default. */
  ignoreIllegals?: boolean;
  showLineNumbers?: boolean;
  fileName?: string;
};

/**
 * A code block: plain and escaped at first (and on the server), highlighted when the page is idle, without a layout
 * shift. It scrolls, by keyboard too. Line numbers are neither selected nor copied.
 */
export function CodeBlock({
  code,
  language,
  languageLabel = language,
  autodetect,
  ignoreIllegals,
  showLineNumbers,
  fileName,
}: CodeBlockProps) {
  const text = code.replaceAll(/\r\n?/gu, "\n").replace(/\n$/u, "");
  const html = useHighlightedCode({ code: text, language, autodetect, ignoreIllegals });
  const name = fileName ?? languageLabel;
  return (
    <div className={classNames(styles.block, name !== undefined && styles.named)}>
      <div className={styles.header}>
        {name !== undefined && <span className={styles.name}>{name}</span>}
        {fileName !== undefined && languageLabel !== undefined && (
          <span className={styles.language}>{languageLabel}</span>
        )}
        <CopyButton text={code} label="Copy code" className={styles.copy} />
      </div>
      <div
        className={styles.scroller}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <section> would make each code block a landmark
        role="group"
        aria-label={name === undefined ? "Code" : `Code: ${name}`}
      >
        {showLineNumbers && (
          <span aria-hidden="true" className={styles.gutter} data-numbers={lineNumbers(text)} />
        )}
        <pre className={styles.pre}>
          {html === undefined ? (
            <code className={styles.code}>{text}</code>
          ) : (
            // highlight.js escapes the text and adds only its own spans.
            <code className={styles.code} dangerouslySetInnerHTML={{ __html: html }} />
          )}
        </pre>
      </div>
    </div>
  );
}

/** Returns the numbers of a text's lines, which CSS renders, so that they can't be selected, copied, or found. */
export function lineNumbers(text: string): string {
  return Array.from(text.split("\n"), (_, index) => index + 1).join("\n");
}
