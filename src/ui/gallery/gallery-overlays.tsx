import { useState } from "react";
import { Button } from "../button.tsx";
import { StatusChip } from "../status/chip.tsx";
import { ConfirmDialog } from "../overlay/confirm-dialog.tsx";
import { Dialog } from "../overlay/dialog.tsx";
import { ActionMenu } from "../overlay/menu.tsx";
import type { ModalWidth } from "../overlay/modal.tsx";
import { Pagination } from "../table/pagination.tsx";
import { Tooltip, TooltipText } from "../overlay/tooltip.tsx";
import { GallerySection } from "./gallery-section.tsx";
import styles from "./gallery-fields.module.css";

const widths: readonly { width: ModalWidth; name: string }[] = [
  { width: "info", name: "Info dialog" },
  { width: "budget", name: "Budget dialog" },
  { width: "estimate", name: "Estimate dialog" },
  { width: "full", name: "Full dialog" },
];

/** Dialogs, menus, tooltips, and pagination. */
export function OverlaysGallery() {
  return (
    <>
      <Dialogs />
      <Menus />
      <Tooltips />
      <Pages />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<ModalWidth | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [result, setResult] = useState("Nothing deleted yet.");

  function remove(): void {
    setDeleting(true);
    setTimeout(() => {
      setDeleting(false);
      setConfirming(false);
      setResult("Budget deleted.");
    }, 400);
  }

  return (
    <GallerySection title="Dialogs">
      <div className={styles.sheet}>
        <div className={styles.buttons}>
          {widths.map(({ width, name }) => (
            <Button key={width} onClick={() => setOpen(width)}>
              {name}
            </Button>
          ))}
          <Button variant="danger" icon="trash" onClick={() => setConfirming(true)}>
            Delete budget…
          </Button>
        </div>
        <p className={styles.muted} data-testid="dialog-result">
          {result}
        </p>
        {widths.map(({ width, name }) => (
          <Dialog
            key={width}
            isOpen={open === width}
            onClose={() => setOpen(null)}
            title={name}
            width={width}
            isDismissable
            footer={<Button onClick={() => setOpen(null)}>Done</Button>}
          >
            <p>Payment history of Maple Apartments: November 2026, $1,450.00 paid.</p>
          </Dialog>
        ))}
        <ConfirmDialog
          isOpen={isConfirming}
          title="Delete November 2026?"
          consequences={["6 estimates", "3 exempted transactions"]}
          confirmLabel="Delete budget"
          isPending={isDeleting}
          onConfirm={remove}
          onCancel={() => setConfirming(false)}
        >
          Your transactions stay. This also deletes:
        </ConfirmDialog>
      </div>
    </GallerySection>
  );
}

function Menus() {
  const [last, setLast] = useState("Nothing chosen yet.");
  const actions = [
    { id: "edit", label: "Edit", icon: "pencil" as const, onAction: () => setLast("Edit") },
    {
      id: "history",
      label: "Payment History",
      icon: "clock" as const,
      onAction: () => setLast("Payment History"),
    },
    {
      id: "link",
      label: "Link Transactions",
      icon: "link" as const,
      isDisabled: true,
      description: "No transactions yet",
      onAction: () => setLast("Link"),
    },
    {
      id: "delete",
      label: "Delete",
      icon: "trash" as const,
      isDanger: true,
      onAction: () => setLast("Delete"),
    },
  ];
  return (
    <GallerySection title="Menus">
      <div className={styles.sheet}>
        <div className={styles.buttons}>
          <ActionMenu label="Actions for Maple Apartments" actions={actions} />
          <ActionMenu label="More actions" actions={actions} trigger="More" variant="secondary" />
          <ActionMenu label="Locked actions" actions={actions} isDisabled />
        </div>
        <p className={styles.muted} data-testid="menu-result">
          {last}
        </p>
      </div>
    </GallerySection>
  );
}

function Tooltips() {
  return (
    <GallerySection title="Tooltips">
      <div className={styles.sheet}>
        <div className={styles.buttons}>
          <Tooltip content="Get new transactions">
            <Button icon="refresh">Refresh accounts</Button>
          </Tooltip>
          <TooltipText content="$1,450.00 paid">
            <StatusChip tone="positive">Paid</StatusChip>
          </TooltipText>
          <TooltipText content="Due November 1, 2026">
            <StatusChip tone="negative">Past Due</StatusChip>
          </TooltipText>
        </div>
      </div>
    </GallerySection>
  );
}

function Pages() {
  const [page, setPage] = useState({ pageIndex: 0, pageSize: 5 });
  return (
    <GallerySection title="Pages">
      <div className={styles.sheet}>
        <Pagination
          label="Posts"
          {...page}
          total={23}
          onPageChange={(pageIndex) => setPage({ ...page, pageIndex })}
          onPageSizeChange={(pageSize, pageIndex) => setPage({ pageSize, pageIndex })}
        />
        <Pagination label="Cosponsors" pageIndex={0} pageSize={5} total={0} onPageChange={() => undefined} />
      </div>
    </GallerySection>
  );
}
