import { usePublicConfig } from "#client/app-context.tsx";
import { DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import { Button, buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import styles from "./repo-unknown.module.css";

type UnknownRepoProps = { name: string; onRetry: () => void; isRetrying: boolean };

/** Page for a repository that doesn't exist or isn't public, with the fixed text (docs/reference/product.md, "Fixed texts") and a link to the others. */
export function UnknownRepo({ name, onRetry, isRetrying }: UnknownRepoProps) {
  const { githubOwner } = usePublicConfig();
  return (
    <div className={styles.unknown}>
      <DocumentHead
        title="Failed to load repo."
        description={`${githubOwner} has no public repository with this name.`}
        isPrivate
      />
      <h1>Failed to load repo.</h1>
      <p>
        {githubOwner} has no public repository called “{name}”. It may have been renamed or made private.
      </p>
      <p className={styles.actions}>
        <Link to={`${paths.home()}#repositories`} className={buttonClassName({ variant: "primary" })}>
          All repositories
        </Link>
        <Button icon="refresh" onClick={onRetry} isPending={isRetrying}>
          Try again
        </Button>
      </p>
    </div>
  );
}
