import { Link } from "react-router";
import { Icon } from "#ui/icon.tsx";
import { paths } from "../routing/paths.ts";
import styles from "./repo-tabs.module.css";

/** Links between a repository's page and its files, which belong to two features. */
export function RepoTabs({ name, current }: { name: string; current: "overview" | "files" }) {
  return (
    <nav aria-label="Repository" className={styles.tabs} data-current={current}>
      <Link
        to={paths.repo(name)}
        className={styles.tab}
        aria-current={current === "overview" ? "page" : undefined}
      >
        <Icon name="repository" size="small" />
        Overview
      </Link>
      <Link
        to={paths.repoFiles(name)}
        className={styles.tab}
        aria-current={current === "files" ? "page" : undefined}
      >
        <Icon name="document" size="small" />
        Files
      </Link>
    </nav>
  );
}
