import { usePublicConfig } from "#client/app-context.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { paths } from "#client/routing/paths.ts";
import type { FoundProduct } from "../contract.ts";

type ProductSearchHeadProps = { serialNumber: string | null; found: FoundProduct | null };

const searchDescription = "Look up a product by its serial number.";
const longestDescription = 160;

/** Metadata of the search, a product, or an unknown number for search engines and link previews. */
export function ProductSearchHead({ serialNumber, found }: ProductSearchHeadProps) {
  const { publicUrl } = usePublicConfig();
  const trail = [
    { name: "Home", path: paths.home() },
    { name: "Products", path: paths.productSearch() },
  ];
  if (found === null) {
    return (
      <DocumentHead
        title={serialNumber === null ? "Find a Product" : `${serialNumber} · Find a Product`}
        description={searchDescription}
        canonicalPath={paths.productSearch()}
        isPrivate={serialNumber !== null}
        jsonLd={serialNumber === null ? [breadcrumbJsonLd(publicUrl, trail)] : []}
      />
    );
  }
  const { product, images } = found;
  const path = paths.productSearch(product.serialNumber);
  const pictures = images.map(({ uri }) => `${publicUrl}${uri}`);
  const description = descriptionOf(found);
  return (
    <DocumentHead
      title={`${product.name} · ${product.serialNumber}`}
      description={description}
      canonicalPath={path}
      {...(pictures[0] === undefined ? {} : { imageUrl: pictures[0] })}
      jsonLd={[
        {
          "@type": "Product",
          name: product.name,
          sku: product.serialNumber,
          description,
          url: `${publicUrl}${path}`,
          ...(pictures.length === 0 ? {} : { image: pictures }),
        },
        breadcrumbJsonLd(publicUrl, [...trail, { name: product.serialNumber, path }]),
      ]}
    />
  );
}

/** Returns the beginning of the description, or a summary if there is none. */
function descriptionOf({ product }: FoundProduct): string {
  const text = product.description.replaceAll(/\s+/g, " ").trim();
  if (text === "") return `${product.name}, serial number ${product.serialNumber}.`;
  const characters = Array.from(text);
  return characters.length <= longestDescription
    ? text
    : `${characters.slice(0, longestDescription - 1).join("")}…`;
}
