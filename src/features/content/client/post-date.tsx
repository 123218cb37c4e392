import { usePublicConfig } from "#client/app-context.tsx";

/** An instant as a day in the site's time zone, such as "November 3, 2026". */
export function PostDate({ instant }: { instant: string }) {
  const { timeZone } = usePublicConfig();
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(instant));
  return <time dateTime={instant}>{day}</time>;
}
