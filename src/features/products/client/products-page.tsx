import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { useApi } from "#client/app-context.tsx";
import { endsScreen } from "#client/data/ends-screen.ts";
import { DocumentHead } from "#client/document-head.tsx";
import { PageHeader } from "#client/pages/page-header.tsx";
import { paths } from "#client/routing/paths.ts";
import { RequestFailedDialog } from "#client/forms/request-failed-dialog.tsx";
import { memberLoader } from "#client/routing/member-loader.ts";
import { QueryError } from "#client/query-error.tsx";
import { Button } from "#ui/button.tsx";
import { copyText } from "#ui/code/clipboard.ts";
import { DataTable, type DataTableColumn } from "#ui/table/data-table.tsx";
import { EmptyState } from "#ui/status/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextLink } from "#ui/link.tsx";
import type { MenuAction } from "#ui/overlay/menu.tsx";
import { toastQueue } from "#ui/overlay/toast-queue.ts";
import type { Api } from "#client/data/api.ts";
import { calling, useUndoable, type Act } from "#client/use-undoable.ts";
import type { Product } from "../contract.ts";
import { imageUriAt } from "../domain/product-images.ts";
import { useProductLink } from "./product-link.ts";
import { productsQuery, forgetProducts } from "./product-queries.ts";
import styles from "./products-page.module.css";

// The form, its schema, and the QR encoder load on first use.
const ProductDialog = lazyDialog(async () => (await import("./product-dialog.tsx")).ProductDialog);
const QrDialog = lazyDialog(async () => (await import("./qr-dialog.tsx")).QrDialog);

export const loader = memberLoader(({ api, first }) => [first(productsQuery(api))]);

type Open = { kind: "form"; product: Product | null } | { kind: "qr"; product: Product };

/** Members' list of products, with actions to create, edit, delete, and share (docs/reference/product.md, "Routes"). */
export function Component() {
  const products = useQuery({ ...productsQuery(useApi()), throwOnError: endsScreen });
  const [open, setOpen] = useState<Open | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused row is gone, so the list's heading takes the focus.
  const removal = useProductRemoval(() => heading.current?.focus());
  const rowActions = useRowActions(setOpen, removal.remove);
  const create = () => setOpen({ kind: "form", product: null });
  const close = () => setOpen(null);
  const newButton = (
    <Button variant="primary" icon="plus" onClick={create}>
      New Product
    </Button>
  );
  return (
    <div className={styles.page}>
      <DocumentHead
        title="Products"
        description="Products that anyone can look up by serial number."
        isPrivate
      />
      <PageHeader
        title="Products"
        titleRef={heading}
        intro="Anyone can look up a product by its serial number."
        actions={newButton}
      />
      <DataTable
        caption="Products"
        isCaptionHidden
        columns={columns}
        rows={products.data ?? noProducts}
        rowId={rowId}
        rowLabel={rowLabel}
        rowActions={rowActions}
        isLoading={products.isPending}
        isRefreshing={products.isRefetching || removal.isPending}
        error={
          products.error === null ? undefined : <QueryError title="Couldn’t load products" query={products} />
        }
        empty={
          <EmptyState title="No products yet" icon="box" action={newButton}>
            Add a product with its serial number, grade, description, and images. Its public page shows them.
          </EmptyState>
        }
      />
      {open?.kind === "form" ? (
        <ProductDialog key={open.product?.productId ?? 0} product={open.product} onClose={close} />
      ) : null}
      {open?.kind === "qr" ? <QrDialog product={open.product} onClose={close} /> : null}
      <RequestFailedDialog failure={removal.failure} isPending={removal.isPending} />
    </div>
  );
}

const noProducts: Product[] = [];

function rowId({ productId }: Product): string {
  return String(productId);
}

function rowLabel({ name, serialNumber }: Product): string {
  return `${name}, ${serialNumber}`;
}

const columns: DataTableColumn<Product>[] = [
  {
    id: "name",
    header: "Product",
    isRowHeader: true,
    sortValue: ({ name }) => name,
    cell: (product) => (
      <span className={styles.product}>
        <Thumbnail product={product} />
        <span className={styles.name}>{product.name}</span>
      </span>
    ),
  },
  {
    id: "serialNumber",
    header: "Serial Number",
    sortValue: ({ serialNumber }) => serialNumber,
    cell: ({ serialNumber }) => (
      <TextLink to={paths.productSearch(serialNumber)} className={styles.serialNumber}>
        {serialNumber}
      </TextLink>
    ),
  },
  {
    id: "grade",
    header: "Grade",
    hideOnMobile: true,
    sortValue: ({ grade }) => grade,
    cell: ({ grade }) => grade,
  },
];

/** Thumbnail without alt text, because the name is beside it. */
function Thumbnail({ product: { images } }: { product: Product }) {
  const [first] = images;
  return (
    <span className={styles.thumbnail}>
      {first === undefined ? (
        <Icon name="box" />
      ) : (
        <img
          src={imageUriAt(first.uri, 320)}
          width={first.width}
          height={first.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  );
}

function useRowActions(onOpen: (open: Open) => void, onRemove: (product: Product) => void) {
  const navigate = useNavigate();
  const linkOf = useProductLink();

  async function copyLink(product: Product) {
    if (await copyText(linkOf(product.serialNumber))) toastQueue.add({ message: "Public link copied." });
    // If the browser refuses to copy, the dialog shows the link as text.
    else onOpen({ kind: "qr", product });
  }

  function actions(product: Product): readonly MenuAction[] {
    return [
      { id: "edit", label: "Edit", icon: "pencil", onAction: () => onOpen({ kind: "form", product }) },
      {
        id: "view",
        label: "Public page",
        icon: "external",
        onAction: () => void navigate(paths.productSearch(product.serialNumber)),
      },
      { id: "copy", label: "Copy public link", icon: "link", onAction: () => void copyLink(product) },
      { id: "qr", label: "QR code", icon: "box", onAction: () => onOpen({ kind: "qr", product }) },
      { id: "delete", label: "Delete", icon: "trash", isDanger: true, onAction: () => onRemove(product) },
    ];
  }

  return actions;
}

/** Deletes at once; the toast offers Undo (docs/reference/product.md, "Undo"). */
function useProductRemoval(onRemoved: () => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { perform, isPending, failure } = useUndoable({ renew: forgetProducts });

  function remove(product: Product) {
    perform(deleteProduct(api, product), () => {
      queryClient.setQueryData(productsQuery(api).queryKey, (products) =>
        products?.filter(({ productId }) => productId !== product.productId),
      );
      onRemoved();
    });
  }

  return { remove, isPending, failure };
}

function deleteProduct(api: Api, { productId, name }: Product): Act {
  return calling({
    call: () => api.post("/api/DeleteProduct", { productId }),
    text: `Deleted ${name}.`,
    failedText: `Couldn’t delete ${name}.`,
    undo: calling({
      call: () => api.post("/api/RestoreProduct", { productId }),
      text: `Restored ${name}.`,
      failedText: `Couldn’t restore ${name}.`,
    }),
  });
}
