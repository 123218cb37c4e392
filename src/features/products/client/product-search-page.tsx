import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type RefObject } from "react";
import {
  data,
  redirect,
  useLocation,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
} from "react-router";
import { useApi, usePublicConfig } from "#client/app-context.tsx";
import { useOnNavigation } from "#client/layouts/on-navigation.ts";
import { loadingOf } from "#client/data/loading-context.ts";
import { paths } from "#client/routing/paths.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { SearchBox } from "#ui/form/search-box.tsx";
import { breadcrumbJsonLd, DocumentHead } from "#client/document-head.tsx";
import { serialNumberIn, typedSerialNumber } from "../domain/product-address.ts";
import { LookupFailed } from "./lookup-failed.tsx";
import { LookupSkeleton } from "./lookup-skeleton.tsx";
import { ProductDetails } from "./product-details.tsx";
import { productLookupQuery } from "./product-queries.ts";
import type { FoundProduct } from "../contract.ts";
import styles from "./product-search-page.module.css";

/** Avoids flashing a skeleton before a quick answer. */
const patienceMs = 120;

/** Searches for the number in the address on load; the server answers with the status of the result. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url);
  const sentByForm = asked.searchParams.get("serialNumber");
  const serialNumber = serialNumberIn(asked.pathname, sentByForm);
  if (serialNumber === null) return null;
  const address = paths.productSearch(serialNumber);
  // Redirects a form sent without JavaScript to the shareable address.
  if (sentByForm !== null && !address.includes("?")) throw redirect(address);
  const { api, queryClient } = loadingOf(context);
  const query = productLookupQuery(api, serialNumber);
  if (import.meta.env.SSR) {
    const lookup = await queryClient.fetchQuery(query);
    return data(null, { status: lookup.kind === "found" ? 200 : lookup.statusCode });
  }
  // The page's data is used until hydration is done, whatever its age; the screen refreshes it then.
  await Promise.race([queryClient.ensureQueryData(query), pause(patienceMs)]);
  return null;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

/** Product search (docs/reference/product.md, "Product search") by a serial number in the field or the address. */
export function Component() {
  const [search] = useSearchParams();
  const serialNumber = serialNumberIn(useLocation().pathname, search.get("serialNumber"));
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.page}>
      <Breadcrumb
        items={[
          { label: "HOME", href: paths.home() },
          { label: "PRODUCTS", href: paths.productSearch() },
          ...(serialNumber === null ? [] : [{ label: serialNumber.toUpperCase() }]),
        ]}
      />
      <div className={styles.head}>
        <h1>Find a Product</h1>
        <SerialNumberField serialNumber={serialNumber} field={field} />
      </div>
      {serialNumber === null ? (
        <>
          <ProductSearchHead serialNumber={null} found={null} />
          <EmptyState title="Search Product by Serial Number" icon="box">
            You’ll find it on the product or its packaging. Capitals don’t matter.
          </EmptyState>
        </>
      ) : (
        <LookupResult serialNumber={serialNumber} field={field} />
      )}
    </div>
  );
}

type FieldProps = { serialNumber: string | null; field: RefObject<HTMLInputElement | null> };

function SerialNumberField({ serialNumber, field }: FieldProps) {
  const [draft, setDraft] = useState({ serialNumber, text: serialNumber ?? "" });
  // Back and forward change the number and discard the text typed for another one.
  const text = draft.serialNumber === serialNumber ? draft.text : (serialNumber ?? "");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const api = useApi();
  const keepFocus = useFocusKeptThroughNavigation(field);

  async function search(typed: string) {
    const wanted = typedSerialNumber(typed);
    const query = productLookupQuery(api, wanted);
    setDraft({ serialNumber: wanted, text: wanted });
    if (wanted === serialNumber) {
      await queryClient.resetQueries(query);
      return;
    }
    // A failed lookup is repeated; a successful one may come from the cache.
    if (queryClient.getQueryData(query.queryKey)?.kind === "failed") queryClient.removeQueries(query);
    keepFocus();
    await navigate(paths.productSearch(wanted), { preventScrollReset: true });
  }

  async function clear() {
    setDraft({ serialNumber: null, text: "" });
    if (serialNumber === null) return;
    keepFocus();
    await navigate(paths.productSearch(), { preventScrollReset: true });
  }

  return (
    <div className={styles.search}>
      <SearchBox
        ref={field}
        label="Serial number"
        isLabelHidden
        name="serialNumber"
        action={paths.productSearch()}
        placeholder="Enter your product's serial number"
        value={text}
        onChange={(next) => setDraft({ serialNumber, text: next })}
        onSubmit={(typed) => void search(typed)}
        onClear={() => void clear()}
      />
    </div>
  );
}

/** Keeps the focus in the field after a search changes the address, because the next number is typed there. */
function useFocusKeptThroughNavigation(field: FieldProps["field"]): () => void {
  const isOwn = useRef(false);
  useOnNavigation(() => {
    if (!isOwn.current) return;
    isOwn.current = false;
    // Runs after the layout has focused the heading, as it does on every navigation.
    queueMicrotask(() => field.current?.focus({ preventScroll: true }));
  });
  return () => {
    isOwn.current = true;
  };
}

function LookupResult({ serialNumber, field }: FieldProps & { serialNumber: string }) {
  const queryClient = useQueryClient();
  const query = productLookupQuery(useApi(), serialNumber);
  // A cached page is refreshed silently: its result stays until the answer changes.
  const { data: lookup } = useQuery(query);
  const found = lookup?.kind === "found" ? lookup.found : null;
  return (
    <>
      <ProductSearchHead serialNumber={serialNumber} found={found} />
      <p className="visually-hidden" aria-live="polite">
        {found === null ? "" : `Found ${found.product.name}`}
      </p>
      {lookup === undefined ? <LookupSkeleton /> : null}
      {found === null ? null : <ProductDetails found={found} />}
      {lookup?.kind === "failed" ? (
        <LookupFailed
          key={serialNumber}
          failure={lookup}
          field={field}
          onRetry={() => void queryClient.resetQueries(query)}
        />
      ) : null}
    </>
  );
}

type ProductSearchHeadProps = { serialNumber: string | null; found: FoundProduct | null };

const searchDescription = "Look up a product by its serial number.";
const longestDescription = 160;

/** Metadata of the search, a product, or an unknown number for search engines and link previews. */
function ProductSearchHead({ serialNumber, found }: ProductSearchHeadProps) {
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
