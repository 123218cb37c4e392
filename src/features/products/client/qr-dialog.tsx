import { useMemo } from "react";
import { encode } from "uqr";
import { saveFile } from "#client/files/save-file.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { Dialog } from "#ui/overlay/dialog.tsx";
import type { Product } from "../contract.ts";
import { qrSvg } from "#shared/text/qr-code.ts";
import { useProductLink } from "./product-link.ts";
import { qrFileName } from "../domain/serial-number.ts";
import styles from "./qr-dialog.module.css";

type QrDialogProps = { product: Pick<Product, "name" | "serialNumber">; onClose: () => void };

/** A product's public link as a QR code and as text, to print on the product. */
export function QrDialog({ product, onClose }: QrDialogProps) {
  const link = useProductLink()(product.serialNumber);
  // Medium error correction survives a scratch; scanners need a margin of four modules.
  const { data, size } = useMemo(() => encode(link, { ecc: "M", border: 4 }), [link]);
  const svg = qrSvg(data, link);
  return (
    <Dialog
      isDismissable
      onClose={onClose}
      title="QR code"
      width="estimate"
      footer={
        <Button icon="download" variant="primary" onClick={() => saveSvg(svg, product.serialNumber)}>
          Download SVG
        </Button>
      }
    >
      <div className={styles.content}>
        <p className={styles.name}>
          {product.name} <span className={styles.serialNumber}>{product.serialNumber}</span>
        </p>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          width={size}
          height={size}
          alt={`QR code for ${link}`}
          className={styles.code}
        />
        <p className={styles.link}>
          <span>{link}</span>
          <CopyButton text={link} label="Copy public link" />
        </p>
      </div>
    </Dialog>
  );
}

function saveSvg(svg: string, serialNumber: string): void {
  saveFile({ blob: new Blob([svg], { type: "image/svg+xml" }), name: qrFileName(serialNumber) });
}
