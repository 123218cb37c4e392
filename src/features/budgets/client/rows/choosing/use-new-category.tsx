import { useState, type ReactNode } from "react";
import { lazyDialog } from "#client/forms/lazy-dialog.tsx";
import { focusWhenLost } from "#ui/focus/focus-when-lost.ts";

// The form and its schema load on first use.
const CategoryNameDialog = lazyDialog(
  async () => (await import("../../categories/category-name-dialog.tsx")).CategoryNameDialog,
);

type NewCategory = {
  /** Asks for a category's name, starting with what was typed. */
  create: (startName: string) => void;
  dialog: ReactNode;
};

/** Returns a function that creates a category and chooses it, and its dialog. Afterwards, `chooser` gets lost focus back. */
export function useNewCategory(
  chooser: { focus: () => void },
  choose: (financialCategoryId: number, name: string) => void,
): NewCategory {
  /** Null while none is being created. */
  const [startName, setStartName] = useState<string | null>(null);
  return {
    create: setStartName,
    dialog:
      startName === null ? null : (
        <CategoryNameDialog
          category={null}
          startName={startName}
          onClose={() => {
            setStartName(null);
            focusWhenLost(chooser);
          }}
          onSaved={({ financialCategoryId, name }) => choose(financialCategoryId, name)}
        />
      ),
  };
}
