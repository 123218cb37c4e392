import { FieldsGallery } from "#ui/gallery/gallery-fields.tsx";
import { PrimitivesGallery } from "#ui/gallery/gallery-primitives.tsx";
import { TableGallery } from "#ui/gallery/gallery-table.tsx";
import { DocumentHead } from "../document-head.tsx";

/** Gallery of every component in every state, only outside production. */
export function Component() {
  return (
    <>
      <DocumentHead title="Design system" description="Every component in every state." isPrivate />
      <h1>Design system</h1>
      <PrimitivesGallery />
      <FieldsGallery />
      <TableGallery />
    </>
  );
}
