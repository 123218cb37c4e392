import { DocumentHead } from "../document-head.tsx";
import { NotFoundPanel } from "./not-found-panel.tsx";

/** Page for unknown paths; the server answers with 404. */
export function Component() {
  return (
    <>
      <DocumentHead title="Page not found" description="There is no page at this address." isPrivate />
      <NotFoundPanel />
    </>
  );
}
