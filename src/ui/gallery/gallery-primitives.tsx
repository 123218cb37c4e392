import { Fragment, useState } from "react";
import { Avatar } from "../avatar.tsx";
import { Badge } from "../status/badge.tsx";
import { Breadcrumb } from "../breadcrumb.tsx";
import { Button, IconButton, type ButtonVariant } from "../button.tsx";
import { Chip, StatusChip } from "../status/chip.tsx";
import { Icon, type IconName } from "../icon.tsx";
import { iconPaths } from "../icon-paths.ts";
import { ButtonLink, ExternalLink, TextLink } from "../link.tsx";
import { ThemeSwitch } from "../theme/theme-switch.tsx";
import { CodeGallery } from "./gallery-code.tsx";
import { PanelsGallery } from "./gallery-panels.tsx";
import { GalleryRow, GallerySection } from "./gallery-section.tsx";
import styles from "./gallery.module.css";

/** Every basic component in every state, for the /design page; headings start at level 2. */
export function PrimitivesGallery() {
  return (
    <div className={styles.gallery}>
      <ThemeAndLinks />
      <Buttons />
      <SmallThings />
      <PanelsGallery />
      <CodeGallery />
      <Icons />
    </div>
  );
}

function ThemeAndLinks() {
  return (
    <>
      <GallerySection
        title="Theme"
        note="Follows the system until a theme is selected, which this browser remembers."
      >
        <ThemeSwitch />
      </GallerySection>
      <GallerySection title="Links">
        <GalleryRow label="Inline, quiet, external">
          <TextLink to="#gallery-links">An inline link</TextLink>
          <TextLink to="#gallery-links" variant="quiet">
            A quiet link
          </TextLink>
          <ExternalLink href="https://example.com/ledger">A link to another site</ExternalLink>
        </GalleryRow>
        <GalleryRow label="Breadcrumb">
          <Breadcrumb
            items={[
              { label: "Home", href: "#gallery-theme" },
              { label: "Spending", href: "#gallery-links" },
              { label: "November 2026" },
            ]}
          />
        </GalleryRow>
      </GallerySection>
    </>
  );
}

const variants: readonly ButtonVariant[] = ["primary", "secondary", "quiet", "danger"];

function Buttons() {
  const [isPending, setIsPending] = useState(true);
  return (
    <GallerySection title="Buttons" note="A pending button keeps its width and focus, and ignores presses.">
      {(["medium", "small"] as const).map((size) => (
        <Fragment key={size}>
          {variants.map((variant) => (
            <GalleryRow key={variant} label={`${variant}, ${size}`}>
              <Button variant={variant} size={size}>
                Save budget
              </Button>
              <Button variant={variant} size={size} icon={variant === "danger" ? "trash" : "plus"}>
                {variant === "danger" ? "Delete" : "Add estimate"}
              </Button>
              <Button variant={variant} size={size} isPending={isPending}>
                Saving budget
              </Button>
              <Button variant={variant} size={size} disabled>
                Not allowed
              </Button>
              <IconButton variant={variant} size={size} icon="pencil" label={`Edit, ${variant}, ${size}`} />
            </GalleryRow>
          ))}
        </Fragment>
      ))}
      <GalleryRow label="Link as a button, pending">
        <ButtonLink to="#gallery-buttons" variant="primary">
          A link
        </ButtonLink>
        <Chip onPress={() => setIsPending(!isPending)} isPressed={isPending}>
          Pending
        </Chip>
      </GalleryRow>
      <div className={styles.bar}>
        <Button variant="outlined-on-bar">Sign In</Button>
        <Button variant="outlined-on-bar" size="small" isPending={isPending}>
          Signing in
        </Button>
        <IconButton variant="outlined-on-bar" icon="menu" label="Menu" />
        <TextLink to="#gallery-buttons" variant="on-bar">
          robinashgrove.example
        </TextLink>
      </div>
    </GallerySection>
  );
}

const people = ["Robin", "ada@example.com", "Émile", "zoë", "李", "👩‍💻", "9th Street", "Quinn", "north", ""];

function SmallThings() {
  const [isFiltered, setIsFiltered] = useState(true);
  return (
    <>
      <GallerySection title="Chips">
        <GalleryRow label="Plain, with icon, filter">
          <Chip>TypeScript</Chip>
          <Chip icon="tag">ledger</Chip>
          <Chip onPress={() => setIsFiltered(!isFiltered)} isPressed={isFiltered} icon="filter">
            Only mine
          </Chip>
          <Chip tone="accent">New</Chip>
        </GalleryRow>
        <GalleryRow label="Status: icon, word, color">
          <StatusChip tone="neutral">Draft</StatusChip>
          <StatusChip tone="accent">In committee</StatusChip>
          <StatusChip tone="positive">Linked</StatusChip>
          <StatusChip tone="warning">Sign in again</StatusChip>
          <StatusChip tone="negative">Past due</StatusChip>
          <StatusChip tone="neutral" icon="clock">
            Waiting
          </StatusChip>
        </GalleryRow>
      </GallerySection>
      <GallerySection title="Badges">
        <GalleryRow label="1, 42, 99, 100">
          <Badge count={1} label="new" />
          <Badge count={42} label="transactions" />
          <Badge count={99} label="accounts" />
          <Badge count={100} label="past due" />
        </GalleryRow>
      </GallerySection>
      <GallerySection title="Avatars" note="Eight colors by position, and the first letter as people see it.">
        <GalleryRow label="By position">
          {people.map((person, index) => (
            <Avatar key={person} text={person} colorIndex={index} />
          ))}
        </GalleryRow>
        <GalleryRow label="Larger">
          <Avatar text="Robin Ashgrove" size="var(--space-12)" colorIndex={1} />
        </GalleryRow>
      </GallerySection>
    </>
  );
}

function Icons() {
  const names = Object.keys(iconPaths).filter((name): name is IconName => name in iconPaths);
  return (
    <GallerySection title="Icons">
      <GalleryRow label="16, 20 and 32 px">
        <Icon name="bank" size="small" />
        <Icon name="bank" />
        <Icon name="bank" size="large" />
      </GalleryRow>
      <ul className={styles.icons}>
        {names.map((name) => (
          <li key={name} className={styles.iconCell}>
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </GallerySection>
  );
}
