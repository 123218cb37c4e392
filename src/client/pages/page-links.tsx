import { Link } from "react-router";
import { countText } from "#shared/text/counts.ts";
import { buttonClassName } from "#ui/button.tsx";

type PageLinksProps = {
  label: string;
  page: number;
  pageCount: number;
  pagePath: (page: number) => string;
  className: string | undefined;
};

/** Links to the pages before and after one of a list, newest first. */
export function PageLinks({ label, page, pageCount, pagePath, className }: PageLinksProps) {
  if (pageCount < 2 || page > pageCount) return null;
  return (
    <nav className={className} aria-label={label}>
      {page > 1 ? (
        <Link to={pagePath(page - 1)} rel="prev" className={buttonClassName({ size: "small" })}>
          Newer
        </Link>
      ) : null}
      <span>
        Page {countText(page)} of {countText(pageCount)}
      </span>
      {page < pageCount ? (
        <Link to={pagePath(page + 1)} rel="next" className={buttonClassName({ size: "small" })}>
          Older
        </Link>
      ) : null}
    </nav>
  );
}
