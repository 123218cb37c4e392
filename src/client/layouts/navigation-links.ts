import type { IconName } from "#ui/icon.tsx";
import { paths } from "../routing/paths.ts";

export type NavigationLink = { label: string; href: string; icon: IconName };

/** Tools in the drawer and the footer (docs/reference/product.md, "Shell"). */
export const toolLinks: NavigationLink[] = [
  { label: "Search Code", href: paths.code(), icon: "search" },
  { label: "Generate Code", href: paths.generateCode(), icon: "code" },
  { label: "Congress Feed", href: paths.congress(), icon: "building" },
];

/** Main pages of the portfolio. */
export const siteLinks: NavigationLink[] = [
  { label: "Home", href: paths.home(), icon: "home" },
  { label: "About", href: paths.about(), icon: "user" },
  { label: "Posts", href: paths.posts(), icon: "document" },
];

/** Pages that a wide bar names, and those that it adds for members. */
export const barLinks: Omit<NavigationLink, "icon">[] = [
  { label: "About", href: paths.about() },
  { label: "Posts", href: paths.posts() },
  { label: "Code", href: paths.code() },
  { label: "Congress", href: paths.congress() },
];
export const memberBarLinks: typeof barLinks = [
  { label: "Overview", href: paths.accounts() },
  { label: "Spending", href: paths.spending() },
  { label: "Income", href: paths.due() },
];

/** Pages for members (docs/reference/product.md, "Roles"). */
export const memberLinks: NavigationLink[] = [
  { label: "Users", href: paths.users(), icon: "users" },
  { label: "Products", href: paths.products(), icon: "box" },
  { label: "Accounts", href: paths.accounts(), icon: "bank" },
  { label: "Spending", href: paths.spending(), icon: "wallet" },
];

/** All of a member's pages, for menus with room for more than {@link memberLinks}. */
export const privateLinks: NavigationLink[] = [
  ...memberLinks,
  { label: "Transactions", href: paths.transactions(), icon: "document" },
  { label: "What’s due", href: paths.due(), icon: "calendar" },
  { label: "Reports", href: paths.reports(), icon: "chart" },
  { label: "Household", href: paths.household(), icon: "users" },
];
