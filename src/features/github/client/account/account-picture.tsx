import { useState } from "react";
import { usePublicConfig } from "#client/app-context.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { avatarSource } from "./avatar-source.ts";
import styles from "./account-picture.module.css";

/** A GitHub account's avatar, 35 px wide, or its first letter if there is no picture or it fails to load. */
export function AccountPicture({ name, url = "" }: { name: string; url?: string | undefined }) {
  const [isMissing, setIsMissing] = useState(false);
  const source = avatarSource(url, usePublicConfig().publicUrl, 70);
  if (source === null || isMissing) return <Avatar text={name} />;
  return (
    <img
      // The picture may have failed before hydration, when nothing was listening.
      ref={(image) => {
        if (image?.complete === true && image.naturalWidth === 0) setIsMissing(true);
      }}
      onError={() => setIsMissing(true)}
      src={source}
      alt=""
      width={35}
      height={35}
      loading="lazy"
      className={styles.picture}
    />
  );
}
