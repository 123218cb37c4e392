import { buttonClassName } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

/** Button that downloads a list or a report as a CSV file. */
export function ExportLink({ href }: { href: string }) {
  return (
    <a href={href} download className={buttonClassName()}>
      <Icon name="download" />
      Export CSV
    </a>
  );
}
