import { countText } from "#shared/text/counts.ts";
import { focusHeadingWhenLost } from "#ui/focus/focus-when-lost.ts";
import { buttonClassName } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";

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
  // The first page has no link to a newer one, nor the last to an older one.
  const link = { className: buttonClassName({ size: "small" }), onClick: () => focusHeadingWhenLost() };
  return (
    <nav className={className} aria-label={label}>
      {page > 1 ? (
        <Link to={pagePath(page - 1)} rel="prev" {...link}>
          Newer
        </Link>
      ) : null}
      <span>
        Page {countText(page)} of {countText(pageCount)}
      </span>
      {page < pageCount ? (
        <Link to={pagePath(page + 1)} rel="next" {...link}>
          Older
        </Link>
      ) : null}
    </nav>
  );
}
