import { useRef, useState, type MouseEvent } from "react";
import type { FoundProduct } from "../contract.ts";
import { imageAlt, imageSources, type ShownImage } from "../domain/image-sources.ts";
import { ImageViewer } from "./viewer/image-viewer.tsx";
import styles from "./product-details.module.css";

/** A product's public details: name, serial number, grade, description, images (docs/reference/product.md, "Product search"). */
export function ProductDetails({ found }: { found: FoundProduct }) {
  const { product, images } = found;
  return (
    <article className={styles.product} aria-labelledby="product-name">
      <h2 id="product-name" className={styles.name}>
        {product.name}
      </h2>
      <div className={styles.columns}>
        <div className={styles.words}>
          <dl className={styles.facts}>
            <dt>Serial Number</dt>
            <dd className={styles.serialNumber}>{product.serialNumber}</dd>
            {product.grade === "" ? null : (
              <>
                <dt>Grade</dt>
                <dd>{product.grade}</dd>
              </>
            )}
          </dl>
          {product.description === "" ? null : <p className={styles.description}>{product.description}</p>}
        </div>
        {images.length === 0 ? null : <ImageGrid productName={product.name} images={images} />}
      </div>
    </article>
  );
}

/** Images that link to their largest width, or open in the viewer if JavaScript runs. */
function ImageGrid({ productName, images }: { productName: string; images: readonly ShownImage[] }) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const opener = useRef<HTMLElement>(null);

  function open(event: MouseEvent<HTMLElement>, index: number) {
    // The visitor asked for a new tab or a download.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    opener.current = event.currentTarget;
    setOpenIndex(index);
  }

  return (
    <>
      <ul className={styles.grid} aria-label="Images">
        {images.map((image, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a product can have the same picture twice
          <li key={`${index} ${image.uri}`}>
            <a
              href={image.uri}
              className={styles.thumbnail}
              aria-haspopup="dialog"
              onClick={(event) => open(event, index)}
            >
              <img
                {...imageSources(image)}
                sizes="(max-width: 599px) 45vw, 260px"
                width={image.width}
                height={image.height}
                alt={imageAlt(image, productName, index)}
                loading={index < eagerImages ? "eager" : "lazy"}
                decoding="async"
              />
            </a>
          </li>
        ))}
      </ul>
      {openIndex === null ? null : (
        <ImageViewer
          productName={productName}
          images={images}
          index={openIndex}
          onIndexChange={setOpenIndex}
          onClose={() => {
            setOpenIndex(null);
            opener.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** Number of images visible when the page opens. */
const eagerImages = 4;
