import { LinkTabs } from "../pages/link-tabs.tsx";
import { paths } from "../routing/paths.ts";
import styles from "./repo-tabs.module.css";

/** Links between a repository's page and its files, which belong to two features. */
export function RepoTabs({ name, current }: { name: string; current: "overview" | "files" }) {
  const isOnRule = current === "overview";
  return (
    <LinkTabs
      label="Repository"
      hasRule={!isOnRule}
      className={isOnRule ? styles.onRule : undefined}
      tabs={[
        {
          label: "Overview",
          href: paths.repo(name),
          icon: "repository",
          isCurrent: isOnRule,
        },
        { label: "Files", href: paths.repoFiles(name), icon: "document", isCurrent: !isOnRule },
      ]}
    />
  );
}
