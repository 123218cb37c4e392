import { useLocation } from "react-router";
import { Link } from "#ui/link.tsx";
import type { Definition } from "../../domain/files/code-definition.ts";
import styles from "./file-outline.module.css";

type FileOutlineProps = { definitions: readonly Definition[]; hrefFor: (line: number) => string };

/** Definitions of a file, in its order; each leads to its line. */
export function FileOutline({ definitions, hrefFor }: FileOutlineProps) {
  const state: unknown = useLocation().state;
  return (
    <nav className={styles.outline} aria-labelledby="outline">
      <h2 id="outline" className={styles.title}>
        Definitions
      </h2>
      <ol className={styles.list}>
        {definitions.map(({ name, kind, line }) => (
          <li key={`${line} ${name}`}>
            <Link to={hrefFor(line)} replace preventScrollReset state={state} className={styles.definition}>
              <code className={styles.name}>{name}</code>
              <span className={styles.kind}>{kind}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
